import { useCallback, useRef, type HTMLAttributes } from 'react'
import { useOnceInView } from './use-once-in-view.ts'

interface RevealProps extends HTMLAttributes<HTMLElement> {
  /** In long lists each item is revealed on its own. */
  as?: 'section' | 'article' | 'li' | 'figure' | 'ul' | 'div'
}

/**
 * A section whose parts fade and slide in one after the other once a tenth of it is in view. Static without JavaScript and with
 * reduced motion.
 */
export function Reveal({ as: Tag = 'section', className = '', ...rest }: RevealProps) {
  const element = useRef<HTMLElement>(null)
  useOnceInView(element, 0.1)
  const kind = Tag === 'section' ? 'reveal' : 'reveal-item'
  // A callback ref, because the element type varies.
  const keep = useCallback((node: HTMLElement | null) => void (element.current = node), [])
  return <Tag {...rest} ref={keep} className={`${kind} ${className}`.trim()} />
}

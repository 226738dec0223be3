import { useCallback, useRef, type HTMLAttributes } from 'react'
import { useOnceInView } from './use-once-in-view.ts'

interface RevealProps extends HTMLAttributes<HTMLElement> {
  /** Items of a long list are revealed one by one, each as a whole. */
  as?: 'section' | 'article' | 'li' | 'figure' | 'ul' | 'div'
}

/**
 * A section whose parts fade and slide in, one after the other, once a tenth of it has come into view. Without scripts and with
 * reduced motion it is simply there.
 */
export function Reveal({ as: Tag = 'section', className = '', ...rest }: RevealProps) {
  const element = useRef<HTMLElement>(null)
  useOnceInView(element, 0.1)
  const kind = Tag === 'section' ? 'reveal' : 'reveal-item'
  // A function, because it may take any of these elements.
  const keep = useCallback((node: HTMLElement | null) => void (element.current = node), [])
  return <Tag {...rest} ref={keep} className={`${kind} ${className}`.trim()} />
}

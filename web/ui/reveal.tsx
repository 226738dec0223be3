import type { HTMLAttributes } from 'react'

interface RevealProps extends HTMLAttributes<HTMLElement> {
  /** In long lists each item is revealed on its own. */
  as?: 'section' | 'article' | 'li' | 'figure' | 'ul' | 'div'
}

/**
 * A section whose parts fade and slide in one after the other once a tenth of it is in view (`web/enhance/enhance.ts`). Static
 * without JavaScript and with reduced motion.
 */
export function Reveal({ as: Tag = 'section', className = '', ...rest }: RevealProps) {
  const kind = Tag === 'section' ? 'reveal' : 'reveal-item'
  return <Tag {...rest} className={`${kind} ${className}`.trim()} />
}

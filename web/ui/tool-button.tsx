import type { ComponentProps } from 'react'
import { Glyph, type GlyphName } from './icon.tsx'
import './tool-button.css'

type ToolButtonProps = ComponentProps<'button'> & {
  variant?: 'plain' | 'primary' | 'on-dark' | 'quiet' | 'danger'
  icon?: GlyphName
  /** While busy, the button keeps focus and ignores clicks. */
  busy?: boolean
}

/** A compact button for dense screens. Without children it is square and needs an `aria-label`. */
export function ToolButton({ variant = 'plain', icon, busy = false, children, ...rest }: ToolButtonProps) {
  const { className = '', type = 'button', onClick, ...attributes } = rest
  const square = children === undefined ? 'tool-button-square' : ''
  return (
    <button
      {...attributes}
      type={busy ? 'button' : type}
      className={`tool-button tool-button-${variant} ${square} ${className}`.replaceAll(/\s+/g, ' ').trim()}
      aria-disabled={busy || attributes['aria-disabled']}
      onClick={busy ? undefined : onClick}
    >
      {icon ? <Glyph name={icon} /> : null}
      {children}
    </button>
  )
}

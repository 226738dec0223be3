import type { ComponentProps } from 'react'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A site address, `?query`, `#fragment`, `tel:`, or another site. */
  to: string
  /** Full page load, after a client-side failure or into another app. */
  reload?: boolean
}

/**
 * A link with client-side navigation inside the site. It renders only its element, to keep pages of links cheap: a single
 * listener handles all clicks (`web/navigation/navigator.ts`).
 */
export function Link({ to, reload = false, children, ...attributes }: LinkProps) {
  return (
    <a {...attributes} href={to} data-follow={reload ? undefined : ''}>
      {children}
    </a>
  )
}

import type { ComponentProps } from 'react'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A site address, `?query`, `#fragment`, `tel:`, or another site. */
  to: string
  /** Full page load. Links to public pages always load them. */
  reload?: boolean
}

/**
 * A link. It renders only its element, to keep pages of links cheap: in the dashboard a single listener handles all clicks
 * (`web/navigation/navigator.ts`).
 */
export function Link({ to, reload = false, children, ...attributes }: LinkProps) {
  return (
    <a {...attributes} href={to} data-reload={reload ? '' : undefined}>
      {children}
    </a>
  )
}

import type { ComponentProps } from 'react'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of this site, a `?query` or `#part` of the page, `tel:`, or another site. */
  to: string
  /** Loads the page anew, for where the running one has failed or another program begins. */
  reload?: boolean
}

/**
 * A link that is followed without loading the page anew where it leads to this site. It is no more than its element, so
 * that a page of links costs little to render: one listener follows them all (`web/navigation/navigator.ts`).
 */
export function Link({ to, reload = false, children, ...attributes }: LinkProps) {
  return (
    <a {...attributes} href={to} data-follow={reload ? undefined : ''}>
      {children}
    </a>
  )
}

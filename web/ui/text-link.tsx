import { Icon, type IconName } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'

/** A standalone underlined link, 44 px tall, with an optional icon. */
export function TextLink({ icon, className = '', children, ...rest }: LinkProps & { icon?: IconName }) {
  return (
    <Link {...rest} className={`text-link ${className}`.trim()}>
      {children}
      {icon ? <Icon name={icon} size={16} /> : null}
    </Link>
  )
}

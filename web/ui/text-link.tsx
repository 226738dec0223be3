import { Icon, type IconName } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'

/** An underlined link that stands alone, 44 px tall, with an optional mark after its words. */
export function TextLink({ icon, className = '', children, ...rest }: LinkProps & { icon?: IconName }) {
  return (
    <Link {...rest} className={`text-link ${className}`.trim()}>
      {children}
      {icon ? <Icon name={icon} size={16} /> : null}
    </Link>
  )
}

import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'

interface Look {
  variant?: 'ink' | 'signal' | 'outline' | 'salt'
  small?: boolean
  /** Icon in the second cell; `null` omits the cell. */
  icon?: IconName | null
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look> & {
    /** While busy, the button keeps focus and ignores clicks; its label shows the progress. */
    busy?: boolean
  }

/** A button with two cells split by a hairline: label and icon. */
export function Button({ variant, small, icon = 'right', busy = false, children, ...rest }: ButtonProps) {
  const { className, type = 'button', onClick, ...attributes } = rest
  return (
    <button
      {...attributes}
      type={busy ? 'button' : type}
      className={buttonClass({ variant, small, className })}
      data-icon={icon ?? undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <Cells icon={busy ? null : icon}>{children}</Cells>
    </button>
  )
}

type ButtonLinkProps = Look &
  Omit<LinkProps, keyof Look> & {
    /** Another icon on phones, where a tap does something else. */
    phoneIcon?: IconName
  }

/** A link that looks like a button. Accepts site addresses, `#fragments`, `tel:` and other sites. */
export function ButtonLink({
  variant,
  small,
  icon = 'right',
  phoneIcon,
  children,
  ...rest
}: ButtonLinkProps) {
  const { className, ...attributes } = rest
  return (
    <Link
      {...attributes}
      className={buttonClass({ variant, small, className })}
      data-icon={icon ?? undefined}
    >
      <Cells icon={icon} phoneIcon={phoneIcon}>
        {children}
      </Cells>
    </Link>
  )
}

function Cells({ icon, phoneIcon, children }: Pick<ButtonLinkProps, 'icon' | 'phoneIcon' | 'children'>) {
  return (
    <>
      <span className="button-label">{children}</span>
      {icon ? (
        <span className={phoneIcon ? 'button-mark only-desktop' : 'button-mark'}>
          <Icon name={icon} />
        </span>
      ) : null}
      {phoneIcon ? (
        <span className="button-mark only-mobile">
          <Icon name={phoneIcon} />
        </span>
      ) : null}
    </>
  )
}

function buttonClass({
  variant = 'ink',
  small = false,
  className = '',
}: Partial<Look> & { className?: string }) {
  const variantClass = variant === 'ink' ? '' : `button-${variant}`
  return ['button', variantClass, small ? 'button-small' : '', className].filter(Boolean).join(' ')
}

import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import styles from './menu.module.css'

interface DropdownMenuProps {
  /** Accessible name of the button. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  className?: string
  disabled?: boolean
  children: ReactNode
}

/** A button that opens a menu of links and actions below it. */
export function DropdownMenu({
  label,
  trigger,
  className = '',
  disabled = false,
  children,
}: DropdownMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={className} aria-label={label} disabled={disabled}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={6}>
          <Menu.Popup className={`themed-popup ${styles.menu}`}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Menu.LinkItem className={styles.item} closeOnClick render={<Link to={to} />}>
      {children}
    </Menu.LinkItem>
  )
}

interface MenuItemProps {
  onClick?: () => void
  disabled?: boolean
  children: ReactNode
}

export function MenuItem({ onClick, disabled = false, children }: MenuItemProps) {
  return (
    <Menu.Item className={styles.item} disabled={disabled} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}

/** A line of text above the items it names. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <p className={styles.head}>{children}</p>
}

export function MenuRule() {
  return <Menu.Separator className={styles.rule} />
}

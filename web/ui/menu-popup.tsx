import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import type { DropdownMenuProps, MenuItemProps } from './menu.tsx'
import styles from './menu.module.css'

/** A button with its menu, open at first. */
export function MenuPopup({ label, trigger, className, disabled = false, children }: DropdownMenuProps) {
  return (
    <Menu.Root modal={false} defaultOpen>
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

export function PopupLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Menu.LinkItem className={styles.item} closeOnClick render={<Link to={to} />}>
      {children}
    </Menu.LinkItem>
  )
}

export function PopupItem({ onClick, disabled = false, children }: MenuItemProps) {
  return (
    <Menu.Item className={styles.item} disabled={disabled} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}

export function PopupRule() {
  return <Menu.Separator className={styles.rule} />
}

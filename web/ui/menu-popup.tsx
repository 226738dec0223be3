import { Menu } from '@base-ui/react/menu'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from './link.tsx'
import type { DropdownMenuProps, MenuItemProps } from './menu.tsx'
import styles from './menu.module.css'

interface MenuPopupProps extends DropdownMenuProps {
  /** Whether the button was pressed before this code was there. */
  opened: boolean
  /** Whether the button that stood here had the focus. */
  focused: boolean
}

/** A button with its menu. */
export function MenuPopup(props: MenuPopupProps) {
  const { label, trigger, className, disabled = false, opened, focused, children } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused && !opened) button.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it takes the place of the other button
  }, [])
  return (
    <Menu.Root modal={false} defaultOpen={opened}>
      <Menu.Trigger ref={button} className={className} aria-label={label} disabled={disabled}>
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

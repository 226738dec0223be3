import { useState, type ReactNode } from 'react'
import styles from './menu.module.css'
import { popups } from './popups.ts'

export interface DropdownMenuProps {
  /** Accessible name of the button. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  className?: string
  disabled?: boolean
  children: ReactNode
}

/** A button that opens a menu of links and actions below it. */
export function DropdownMenu(props: DropdownMenuProps) {
  const { label, trigger, className = '', disabled = false } = props
  const [wanted, setWanted] = useState(false)
  const [focused, setFocused] = useState(false)
  const fetched = popups.use()
  if (fetched) return <fetched.MenuPopup {...props} opened={wanted} focused={focused} />
  const open = () => {
    setWanted(true)
    void popups.fetch()
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={disabled}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={open}
      onKeyDown={({ key }) => (key === 'ArrowDown' ? open() : undefined)}
    >
      {trigger}
    </button>
  )
}

export function MenuLink(props: { to: string; children: ReactNode }) {
  const fetched = popups.use()
  return fetched ? <fetched.PopupLink {...props} /> : null
}

export interface MenuItemProps {
  onClick?: () => void
  disabled?: boolean
  children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const fetched = popups.use()
  return fetched ? <fetched.PopupItem {...props} /> : null
}

/** A line of text above the items it names. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <p className={styles.head}>{children}</p>
}

export function MenuRule() {
  const fetched = popups.use()
  return fetched ? <fetched.PopupRule /> : null
}

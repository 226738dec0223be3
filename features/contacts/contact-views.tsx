import { useEffect, useRef, useState } from 'react'
import { Glyph } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { DropdownMenu, MenuItem, MenuLink, MenuRule } from '../../web/ui/menu.tsx'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { ViewForm } from './contact-view-form.tsx'
import type { ContactView } from './contact-views.api.ts'
import styles from './contact-views.module.css'
import {
  useContactViews,
  useDeleteView,
  useUpdateView,
  useViewCounts,
  useViewRights,
  viewAddress,
  type OpenViews,
} from './use-contact-views.ts'

const numbers = new Intl.NumberFormat('en-US')
const ALL = '?list=contacts'

/** Beside the table: the saved views with their counts. */
export function ViewsRail() {
  const open = useContactViews()
  const counts = useViewCounts()
  const total = useStats()?.contacts
  const { form, ask } = useViewForm()
  const first = useFocusAfterDelete(open.views.length)
  const own = open.views.filter(({ shared }) => !shared)
  const rows = (views: readonly ContactView[]) =>
    views.map((view) => (
      <ViewRow
        key={view.id}
        view={view}
        current={view === open.current}
        count={counts?.[view.id]}
        onAsk={ask}
      />
    ))
  return (
    <nav className={styles.rail} aria-label="Saved views">
      <h2>Saved views</h2>
      <Link ref={first} className={styles.view} to={ALL} aria-current={open.everything ? 'page' : undefined}>
        <span>All contacts</span>
        <Count of={total} />
      </Link>
      {rows(open.views.filter(({ shared }) => shared))}
      {own.length > 0 ? <h2>Only for me</h2> : null}
      {rows(own)}
      <SaveActions open={open} onAsk={ask} />
      {form}
    </nav>
  )
}

/** The first link takes the focus from a view that is deleted. */
function useFocusAfterDelete(views: number) {
  const first = useRef<HTMLAnchorElement>(null)
  const before = useRef(views)
  useEffect(() => {
    if (views < before.current && document.activeElement === document.body) first.current?.focus()
    before.current = views
  }, [views])
  return first
}

interface ViewRowProps {
  view: ContactView
  current: boolean
  count: number | undefined
  onAsk: Ask
}

function ViewRow({ view, current, count, onAsk }: ViewRowProps) {
  return (
    <div className={styles.row}>
      <Link className={styles.view} to={viewAddress(view)} aria-current={current ? 'page' : undefined}>
        <span>{view.name}</span>
        <Count of={count} />
      </Link>
      <DropdownMenu
        label={`Actions for ${view.name}`}
        className={styles.actions}
        trigger={<Glyph name="more" size={14} />}
      >
        <ViewActions view={view} onAsk={onAsk} />
      </DropdownMenu>
    </div>
  )
}

function Count({ of }: { of: number | undefined }) {
  return of === undefined ? null : <span className={`mono ${styles.count}`}>{numbers.format(of)}</span>
}

/** The same as a menu, where there is no room beside the table. */
export function ViewsMenu() {
  const open = useContactViews()
  const counts = useViewCounts()
  const { form, ask } = useViewForm()
  const { current, changed } = open
  const { saveFilters } = useUpdateView()
  const rights = useViewRights()
  const name = current?.name ?? (open.everything ? 'All contacts' : 'Saved views')
  return (
    <>
      <DropdownMenu
        label={`Saved views: ${name}`}
        className={styles.trigger}
        trigger={
          <>
            <span>{name}</span>
            <Glyph name="expand" size={14} />
          </>
        }
      >
        <MenuLink to={ALL}>All contacts</MenuLink>
        {open.views.map((view) => (
          <MenuLink key={view.id} to={viewAddress(view)}>
            <span className={styles.item}>
              {view.name}
              {view.shared ? null : <small>only for me</small>}
            </span>
            <Count of={counts?.[view.id]} />
          </MenuLink>
        ))}
        <MenuRule />
        {current && changed && rights(current).refusal === null ? (
          <MenuItem onClick={() => saveFilters(current)}>Save changes to this view</MenuItem>
        ) : null}
        <MenuItem onClick={() => ask('new')}>Save this view</MenuItem>
        {current ? (
          <>
            <MenuRule />
            <ViewActions view={current} onAsk={ask} />
          </>
        ) : null}
      </DropdownMenu>
      {form}
    </>
  )
}

type Ask = (which: ContactView | 'new') => void

/** The actions at a view, or a note about who has them. */
function ViewActions({ view, onAsk }: { view: ContactView; onAsk: Ask }) {
  const remove = useDeleteView()
  const { refusal } = useViewRights()(view)
  if (refusal !== null) return <MenuItem disabled>{refusal}</MenuItem>
  return (
    <>
      <MenuItem onClick={() => onAsk(view)}>Rename or share</MenuItem>
      <MenuItem onClick={() => remove(view)}>Delete view</MenuItem>
    </>
  )
}

/** Saves the present filters, into the open view or as a new one. */
function SaveActions({ open: { current, changed }, onAsk }: { open: OpenViews; onAsk: Ask }) {
  const { saveFilters, isPending } = useUpdateView()
  const rights = useViewRights()
  const mayChange = current !== null && changed && rights(current).refusal === null
  return (
    <>
      {mayChange ? (
        <button
          type="button"
          className={styles.save}
          aria-disabled={isPending}
          onClick={() => (isPending ? undefined : saveFilters(current))}
        >
          Save changes to this view
        </button>
      ) : null}
      <button type="button" className={styles.save} onClick={() => onAsk('new')}>
        + {changed ? 'Save as a new view' : 'Save this view'}
      </button>
    </>
  )
}

/** The form, which stays while its menu closes. */
function useViewForm() {
  const [asked, ask] = useState<ContactView | 'new' | null>(null)
  const form =
    asked === null ? null : <ViewForm view={asked === 'new' ? null : asked} onClose={() => ask(null)} />
  return { form, ask }
}

import { useAddress } from './url-state.ts'
import styles from './owner-filter.module.css'

/** Whether the lists show only the user's own contacts (`?whose=mine`). */
export function useOwnOnly(): boolean {
  return useAddress().params.get('whose') === 'mine'
}

/** Switches a list between all contacts and one's own. */
export function OwnerFilter() {
  const { change } = useAddress()
  const mine = useOwnOnly()
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Whose contacts</legend>
      {[false, true].map((own) => (
        <button
          key={String(own)}
          type="button"
          aria-pressed={own === mine}
          onClick={() => change({ whose: own ? 'mine' : null }, { replace: true })}
        >
          {own ? 'Mine' : 'Everybody'}
        </button>
      ))}
    </fieldset>
  )
}

import { useAddress } from './url-state.ts'
import styles from './whose.module.css'

/** Whether the lists show only the user's own contacts (`?whose=mine`). */
export function useMine(): boolean {
  return useAddress().params.get('whose') === 'mine'
}

/** Switches a list between all contacts and one's own. */
export function Whose() {
  const { change } = useAddress()
  const mine = useMine()
  return (
    <fieldset className={styles.whose}>
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

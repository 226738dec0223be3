import { Fragment } from 'react'
import { useSingleKeys } from './key-bindings.ts'
import styles from './key-hints.module.css'

interface KeyHintsProps {
  hints: readonly (readonly [keys: readonly string[], meaning: string])[]
}

/** The most used keys of a screen, below it; where there is a keyboard and they are turned on. */
export function KeyHints({ hints }: KeyHintsProps) {
  const [single] = useSingleKeys()
  if (!single) return null
  return (
    // Hidden from screen readers: they have their own keys, and "?" lists these.
    <p className={styles.hints} aria-hidden="true">
      {hints.map(([keys, meaning]) => (
        <Fragment key={meaning}>
          <span>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {meaning}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

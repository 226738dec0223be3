import styles from './ruled-list.module.css'

interface RuledListProps {
  items: readonly { name: string; text: string }[]
  /** Numbered instead of lettered, if the order matters. */
  ordered?: boolean
  className?: string
}

/** Names and sentences between hairlines. */
export function RuledList({ items, ordered = false, className = '' }: RuledListProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={`${styles.list} ${className}`.trim()}>
      {items.map(({ name, text }, index) => (
        <li key={name}>
          <span className="mono" aria-hidden="true">
            {ordered ? index + 1 : 'abcdefgh'[index]}
          </span>
          <div>
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </List>
  )
}

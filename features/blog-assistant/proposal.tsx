import { useState, type ReactNode } from 'react'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { wordCount, type AssistedFields } from '../blog/blog.ts'
import styles from './proposal.module.css'
import { bringIntoView } from './stock-photos-tab.tsx'
import type { Insert } from './use-insert.ts'

type Fields = Partial<AssistedFields>
type PieceId = 'title' | 'excerpt' | 'content' | 'featured_image'

const pieces: readonly { id: PieceId; label: string }[] = [
  { id: 'title', label: 'Title' },
  { id: 'excerpt', label: 'Excerpt' },
  { id: 'content', label: 'Content' },
  { id: 'featured_image', label: 'Picture' },
]

interface ProposalProps {
  draft: AssistedFields
  /** Pieces of the assistant that are not inserted yet. */
  proposed: Fields
  insert: Insert
  onChange: (change: (proposed: Fields) => Fields) => void
}

/** What the assistant made, piece by piece. The user chooses what goes into the form. */
export function Proposal({ draft, proposed, insert, onChange }: ProposalProps) {
  const [choices, setChoices] = useState<Partial<Record<PieceId, { of: string; chosen: boolean }>>>({})
  const made = pieces.filter(({ id }) => proposed[id])
  if (made.length === 0) return null
  /** The user's text is replaced only on request. */
  const isChosen = (id: PieceId) => {
    const choice = choices[id]
    return choice && choice.of === proposed[id] ? choice.chosen : draft[id].trim() === ''
  }
  const chosen = made.filter(({ id }) => isChosen(id)).map(({ id }) => id)
  return (
    <section ref={bringIntoView} className={styles.proposal} aria-labelledby="proposal">
      <h3 id="proposal">Proposal of the assistant</h3>
      <ul>
        {made.map(({ id, label }) => (
          <li key={id} ref={bringIntoView}>
            <Checkbox
              label={label}
              checked={isChosen(id)}
              onChange={({ target }) =>
                setChoices({ ...choices, [id]: { of: proposed[id] ?? '', chosen: target.checked } })
              }
            />
            <Piece id={id} before={draft} after={proposed} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ToolButton
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            const taken = pickPieces(proposed, chosen)
            insert(taken, {
              title: 'Inserted',
              text: 'It is in the form. Save the post to keep it.',
              onUndo: () => onChange((now) => ({ ...taken, ...now })),
            })
            onChange((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in taken))))
          }}
        >
          Insert {chosen.length} of {made.length}
        </ToolButton>
        <ToolButton variant="quiet" onClick={() => onChange(() => ({}))}>
          Discard
        </ToolButton>
      </div>
    </section>
  )
}

/** A picture comes with its description and credit. */
function pickPieces(proposed: Fields, chosen: readonly PieceId[]): Fields {
  const names = new Set<string>(
    chosen.flatMap((id) =>
      id === 'featured_image' ? [id, 'featured_image_alt', 'featured_image_credit'] : [id],
    ),
  )
  return Object.fromEntries(Object.entries(proposed).filter(([name]) => names.has(name)))
}

interface PieceProps {
  id: PieceId
  before: AssistedFields
  after: Fields
}

/** A piece beside the text it would replace. */
function Piece({ id, before, after }: PieceProps) {
  const replaced = before[id].trim() !== ''
  if (id === 'featured_image')
    return (
      <>
        <Picture address={after.featured_image ?? ''} description={after.featured_image_alt ?? ''} />
        {replaced ? (
          <Replaced>
            <Picture address={before.featured_image} description={before.featured_image_alt} />
          </Replaced>
        ) : null}
      </>
    )
  return (
    <>
      <Text>
        <ins>{after[id]}</ins>
      </Text>
      {replaced ? (
        <Replaced words={id === 'content' ? wordCount(before.content) : undefined}>
          <Text>
            <del>{before[id]}</del>
          </Text>
        </Replaced>
      ) : null}
    </>
  )
}

/** Long texts scroll, so the box must be reachable by keyboard. */
function Text({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.text} tabIndex={0}>
      {children}
    </div>
  )
}

function Replaced({ words, children }: { words?: number | undefined; children: ReactNode }) {
  return (
    <>
      <p className={styles.replaces}>
        {words === undefined ? 'Replaces' : `Replaces your ${words} ${words === 1 ? 'word' : 'words'}`}
      </p>
      {children}
    </>
  )
}

function Picture({ address, description }: { address: string; description: string }) {
  return (
    <figure className={styles.picture}>
      <img src={address} width={112} height={70} alt="" />
      <figcaption>{description}</figcaption>
    </figure>
  )
}

import { personName } from '../../web/ui/full-name.ts'
import type { DuplicateRow } from './contact-merges.api.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { likeness, useDuplicates } from './use-duplicate-contacts.ts'
import './duplicate-contacts.css'

interface LikelyDuplicatesProps {
  id: string
  onMerge: (duplicate: DuplicateRow) => void
}

/** Points out who may be the same person; nothing where there is nobody. */
export function LikelyDuplicates({ id, onMerge }: LikelyDuplicatesProps) {
  const duplicates = useDuplicates(id)
  if (duplicates.length === 0) return null
  return (
    <aside className="likely-duplicates" aria-label="Likely duplicates">
      <h3>{duplicates.length === 1 ? 'A likely duplicate' : `${duplicates.length} likely duplicates`}</h3>
      <ul>
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <div>
              <b>{personName(duplicate)}</b>
              <span>{likeness(duplicate)}</span>
            </div>
            <ToolButton
              aria-label={`Compare with ${personName(duplicate)}`}
              onClick={() => onMerge(duplicate)}
            >
              Compare
            </ToolButton>
          </li>
        ))}
      </ul>
    </aside>
  )
}

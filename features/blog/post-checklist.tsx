import { useDeferredValue } from 'react'
import { Glyph } from '../../web/ui/icon.tsx'
import type { PostDraft } from './post-draft.ts'
import { reviewPost } from './review-post.ts'

/** Checks the draft the way an editor would before publishing. */
export function PostChecklist({ draft }: { draft: PostDraft }) {
  const points = reviewPost(useDeferredValue(draft))
  const open = points.filter(({ ok }) => !ok).length
  return (
    <details className="post-fold">
      <summary>
        Before publishing
        <span className="mono">{open === 0 ? 'all good' : `${open} to look at`}</span>
      </summary>
      <ul className="post-checklist">
        {points.map(({ ok, text }) => (
          <li key={text} data-ok={ok}>
            <Glyph name={ok ? 'check' : 'edit'} size={15} />
            <span>
              <span className="visually-hidden">{ok ? 'Good: ' : 'Look at: '}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

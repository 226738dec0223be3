import { useDeferredValue } from 'react'
import { Glyph } from '../../web/ui/icon.tsx'
import type { PostDraft } from './post-draft.ts'
import styles from './post-checklist.module.css'
import { reviewPost } from './review-post.ts'

/** Checks the draft the way an editor would before publishing. */
export function PostChecklist({ draft }: { draft: PostDraft }) {
  const points = reviewPost(useDeferredValue(draft))
  const open = points.filter(({ ok }) => !ok).length
  return (
    <section className={styles.checklist} aria-labelledby="post-checklist">
      <h3 id="post-checklist">
        Before publishing <span data-open={open > 0}>{open === 0 ? 'all good' : `${open} to fix`}</span>
      </h3>
      <ul>
        {points
          .toSorted((one, other) => Number(one.ok) - Number(other.ok))
          .map(({ ok, text }) => (
            <li key={text} data-ok={ok}>
              <Glyph name={ok ? 'check' : 'close'} size={15} />
              <span>
                <span className="visually-hidden">{ok ? 'Good: ' : 'Fix: '}</span>
                {text}
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}

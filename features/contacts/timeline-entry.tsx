import type { TimelineEntry } from './contact-timeline.api.ts'
import { Glyph, type GlyphName } from '../../web/ui/icon.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { changeLines, headline } from './timeline-text.ts'
import { useUndoMerge } from './use-duplicate-contacts.ts'

const glyphs: Record<TimelineEntry['kind'], GlyphName> = {
  submission: 'read',
  sms: 'message',
  call: 'call',
  email: 'read',
  note: 'edit',
  consent: 'check',
  change: 'refresh',
  merge: 'sort',
}

interface TimelineItemProps {
  entry: TimelineEntry
}

export function TimelineItem({ entry }: TimelineItemProps) {
  return (
    <li className={`timeline-item timeline-${entry.kind}`}>
      <Glyph name={glyphs[entry.kind]} />
      <div>
        <div className="timeline-head">
          <b>{headline(entry)}</b>
          <MomentOf at={entry.occurred_at} />
        </div>
        <Body entry={entry} />
        <Author entry={entry} />
      </div>
    </li>
  )
}

function Body({ entry }: TimelineItemProps) {
  switch (entry.kind) {
    case 'submission':
    case 'sms':
    case 'call':
    case 'email':
      return entry.details.message ? <p className="timeline-text">{entry.details.message}</p> : null
    case 'note':
      return <p className="timeline-text">{entry.details.body}</p>
    case 'consent':
      return entry.details.reason ? <p>{entry.details.reason}</p> : null
    case 'change':
      return (
        <ul>
          {changeLines(entry.details.changes).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )
    case 'merge':
      return entry.details.undone ? <p>Undone</p> : <UndoMerge id={entry.details.merge_id} />
  }
}

function UndoMerge({ id }: { id: string }) {
  const undo = useUndoMerge()
  return <ToolButton onClick={() => undo(id)}>Undo merge</ToolButton>
}

function Author({ entry }: { entry: TimelineEntry }) {
  const author = entry.actor_name ?? entry.actor_email
  return author ? <p className="timeline-author">{author}</p> : null
}

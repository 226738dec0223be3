import { useState, type ReactNode } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { NoteEditor } from './note-editor.tsx'
import type { MeetingDetails, TimelineEntry } from './timeline.api.ts'
import { changeLines, describeCreation, headline } from './timeline-text.ts'
import { Glyph, type GlyphName } from '../../web/ui/icon.tsx'
import { MomentOf, TimeOfDay } from '../../web/ui/date-time.tsx'
import styles from './timeline.module.css'

interface TimelineItemProps {
  entry: TimelineEntry
  actions: EntryActions
}

/** What other features offer at an entry. */
export interface EntryActions {
  /** At a merge that can be undone. */
  merge: (mergeId: string) => ReactNode
  /** At the last thing that happened to a meeting. */
  meeting: (meeting: MeetingDetails) => ReactNode
}

/** Anything but a text, call or email (`message.tsx`). */
export function TimelineItem({ entry, actions }: TimelineItemProps) {
  switch (entry.kind) {
    case 'sms':
    case 'call':
    case 'email':
      // It has just been deleted.
      return null
    case 'submission':
      return (
        <MessageBox entry={entry} glyph="article" tone="inbound">
          <p className={styles.words}>{entry.details.message}</p>
        </MessageBox>
      )
    case 'note':
      return <Note entry={entry} />
    case 'consent':
      return <EventLine entry={entry}>{entry.details.reason}</EventLine>
    case 'change':
      return entry.details.action === 'insert' ? (
        <EventLine entry={entry}>{describeCreation(entry.details.changes)}</EventLine>
      ) : (
        <Change entry={entry} lines={changeLines(entry.details.changes)} />
      )
    case 'meeting':
      return (
        <EventLine entry={entry} offered={entry.details.latest ? actions.meeting(entry.details) : null}>
          for <MomentOf at={entry.details.start} />, by {entry.details.medium}
          {entry.details.reason ? `: ${entry.details.reason}` : ''}
        </EventLine>
      )
    case 'merge':
      return (
        <EventLine entry={entry}>
          {entry.details.undone ? 'Undone' : actions.merge(entry.details.merge_id)}
        </EventLine>
      )
  }
}

/** A note; its author can change it. */
function Note({ entry }: { entry: Extract<TimelineEntry, { kind: 'note' }> }) {
  const { id, actor, details } = entry
  const own = useProfile().id === actor
  const [editing, setEditing] = useState(false)
  const edit = useRestoreFocus<HTMLButtonElement>(editing)
  return (
    <MessageBox
      entry={entry}
      glyph="edit"
      tone="note"
      aside={
        <>
          {details.edited ? <span>edited</span> : null}
          {own && !editing ? (
            <button ref={edit} type="button" className={styles.edit} onClick={() => setEditing(true)}>
              Edit<span className="visually-hidden"> note</span>
            </button>
          ) : null}
        </>
      }
    >
      {editing ? (
        <NoteEditor id={id.replace('note ', '')} body={details.body} onClose={() => setEditing(false)} />
      ) : (
        <p className={styles.words}>{details.body}</p>
      )}
    </MessageBox>
  )
}

/** Nothing if only columns changed that the database computes or that have separate entries. */
function Change({ entry, lines }: { entry: TimelineEntry; lines: readonly string[] }) {
  return lines.length === 0 ? null : <EventLine entry={entry}>{lines.join(' · ')}</EventLine>
}

interface MessageBoxProps {
  entry: TimelineEntry
  glyph: GlyphName
  tone: 'inbound' | 'note'
  /** After the author's name. */
  aside?: ReactNode
  children: ReactNode
}

/** Something a person wrote. */
function MessageBox({ entry, glyph, tone, aside, children }: MessageBoxProps) {
  return (
    <li className={`${styles.entry} ${styles[tone] ?? ''}`} data-entry={entry.id}>
      <span className={styles.glyph}>
        <Glyph name={glyph} size={16} />
      </span>
      <div className={styles.box}>
        <p className={styles.meta}>
          <b>{headline(entry)}</b>
          <Author entry={entry} />
          {aside}
          <TimeOfDay at={entry.occurred_at} />
        </p>
        {children}
      </div>
    </li>
  )
}

interface EventLineProps {
  entry: TimelineEntry
  /** Buttons after the line. */
  offered?: ReactNode
  children: ReactNode
}

/** Something that happened, in one line. */
function EventLine({ entry, offered, children }: EventLineProps) {
  return (
    <li className={`${styles.entry} ${styles.happened}`} data-entry={entry.id}>
      <span className={styles.dot} />
      <p>
        <span>
          <b>{headline(entry)}</b> {children} <Author entry={entry} /> {offered}
        </span>
        <TimeOfDay at={entry.occurred_at} />
      </p>
    </li>
  )
}

function Author({ entry }: { entry: TimelineEntry }) {
  const own = useProfile().id === entry.actor
  const author = own ? 'you' : (entry.actor_name ?? entry.actor_email)
  return author ? <span>by {author}</span> : null
}

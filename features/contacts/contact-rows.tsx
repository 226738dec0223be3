import type { ContactRow } from '../../db/row-types.ts'
import type { ContactQuery } from './contacts.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { LongList } from '../../web/workspace/long-list.tsx'
import { ContactItem, ContactOnItsWay } from './contact-row.tsx'
import { pageQuery } from './use-contacts.ts'

interface ContactRowsProps {
  query: ContactQuery
  total: number
  /** The first page, which comes with the count. */
  firstRows: ContactRow[]
  /** What is shown still belongs to the question before. */
  busy: boolean
  open: string | null
  onEdit: (id: string) => void
  onDelete: (contact: ContactRow) => void
}

const ROW_HEIGHT_PX = 67
const HEADINGS_HEIGHT_PX = 34

export function ContactRows({ query, total, firstRows, busy, open, onEdit, onDelete }: ContactRowsProps) {
  const backend = useBackend()
  return (
    <LongList<ContactRow>
      name="contact"
      question={JSON.stringify(query)}
      total={total}
      firstRows={firstRows}
      pageQuery={(from) => pageQuery(backend, query, from, total)}
      busy={busy}
      rowHeight={ROW_HEIGHT_PX}
      headings={{ content: <ContactHeadings />, height: HEADINGS_HEIGHT_PX }}
    >
      {(contact) =>
        contact ? (
          <ContactItem contact={contact} open={contact.id === open} onEdit={onEdit} onDelete={onDelete} />
        ) : (
          <ContactOnItsWay />
        )
      }
    </LongList>
  )
}

/** For the eye; read aloud, each value says itself what it is. */
function ContactHeadings() {
  return (
    <div className="contact-row contact-headings" aria-hidden="true">
      <span>Name</span>
      <span>Email and phone</span>
      <span>Service request</span>
      <span>Status</span>
      <span>Created</span>
      <span />
    </div>
  )
}

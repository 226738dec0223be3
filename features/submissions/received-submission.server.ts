import type { ContactSubmission } from './submissions.ts'
import type { FormTiming } from './spam-score.server.ts'

/** A valid submission with everything the server itself knows about how it came in. */
export interface ReceivedSubmission {
  submission: ContactSubmission
  /** The fields before they were tidied, for `contact_submissions.raw`. */
  raw: Record<string, string | number | boolean | null>
  origin: {
    /** The connection's address, not the claimed one; null when unknown. */
    address: string | null
    /** Whom limits count: the address, or the network it lies in. */
    sender: string
    userAgent: string | null
  }
  timing: FormTiming
}

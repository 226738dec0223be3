import type { SupabaseClient } from '@supabase/supabase-js'
import { signIn } from '../../features/account/account.api.ts'
import {
  addDaysOff,
  readBookingRules,
  updateBookingRules,
} from '../../features/bookings/booking-rules.api.ts'
import { bookForContact, changeMeeting, listMeetings } from '../../features/bookings/meetings.api.ts'
import { recordStaffConsent } from '../../features/consent/consent.api.ts'
import { mergeContacts, undoMerge } from '../../features/contacts/contact-merges.api.ts'
import { savePlan } from '../../features/contacts/contact-plan.api.ts'
import {
  createContact,
  deleteContact,
  findContact,
  listRecycleBin,
  restoreContact,
  updateContact,
} from '../../features/contacts/contacts.api.ts'
import { sendEmail, sendText } from '../../features/conversations/conversations.api.ts'
import { addNote } from '../../features/conversations/timeline.api.ts'
import { listWaitingPage, markReplied } from '../../features/submissions/waiting-list.api.ts'
import { ApiError } from '../../web/api/api-error.ts'
import { pick, type Chance } from './chance.ts'
import { chooseTime, findEdge, phoneOnly } from './visitors.ts'
import { ADMIN, NetworkError, type World } from './world.ts'

interface Work {
  world: World
  backend: SupabaseClient
  random: Chance
}

export interface StaffAction {
  weight: number
  /** Only the owner does it. */
  owner?: true
  run: (work: Work) => Promise<void>
}

const DAY_MS = 86_400_000
const PASSWORD = 'a long enough secret'
const members = [
  { ...ADMIN, role: 'admin' },
  { email: 'mia@agency.test', password: PASSWORD, role: 'manager' },
  { email: 'noah@agency.test', password: PASSWORD, role: 'manager' },
]

/** Each member of staff has two devices, signed in again when a session ended. */
export class Staff {
  readonly #world: World
  readonly #devices = new Map<number, Promise<SupabaseClient>>()

  constructor(world: World) {
    this.#world = world
  }

  async join(): Promise<void> {
    for (const { email, role } of members.slice(1)) {
      const { error } = await this.#world
        .machine()
        .functions.invoke('manage-team', { body: { action: 'create', email, role, password: PASSWORD } })
      if (error) throw error
    }
  }

  /** A device of a staff member, or of the owner. */
  device(number: number, { owner = false }: { owner?: boolean | undefined } = {}): Promise<SupabaseClient> {
    const index = number % (owner ? 2 : 2 * members.length)
    const open = this.#devices.get(index) ?? this.#open(index)
    this.#devices.set(index, open)
    return open
  }

  /** Their owners sign in again next time. */
  async dropSignedOut(): Promise<void> {
    for (const [index, device] of this.#devices) {
      const backend = await device.catch(() => null)
      const session = await backend?.auth.getSession()
      if (!session?.data.session && this.#devices.get(index) === device) this.#devices.delete(index)
    }
  }

  async #open(index: number): Promise<SupabaseClient> {
    const backend = this.#world.device(`198.51.100.${index + 1}`)
    const { email, password } = members[Math.floor(index / 2)] ?? ADMIN
    await signIn(backend, email, password)
    return backend
  }
}

/** What staff do, each with how often. */
export const staffActions = {
  answerWaiting: {
    weight: 8,
    run: async ({ backend, random, world }) => {
      const [waiting] = await listWaitingPage(backend)
      if (!waiting) return
      await world.sleep(random() * 60_000)
      if (random() < 0.3 || waiting.contact_id === null)
        return void (await markReplied(backend, waiting, pick(random, ['phone', 'in_person', 'elsewhere'])))
      await text({ backend, random, world }, waiting.contact_id)
    },
  },
  sendText: {
    weight: 5,
    run: async (work) => {
      const contact = await anyContact(work)
      if (contact) await text(work, contact.id)
    },
  },
  sendLater: {
    weight: 6,
    run: async (work) => {
      const contact = await anyContact(work)
      if (!contact) return
      const { random } = work
      const soonest = Date.now() + 600_000
      const anyTime = soonest + random() ** 2 * 2 * DAY_MS
      let sendAt = random() < 0.2 ? anyTime : findEdge(contact.phone_e164 ?? '', anyTime, random)
      while (sendAt < soonest) sendAt += DAY_MS
      await text(work, contact.id, new Date(sendAt).toISOString())
    },
  },
  sendEmail: {
    weight: 4,
    run: async (work) => {
      const contact = await anyContact(work)
      if (!contact?.email) return
      const idempotencyKey = crypto.randomUUID()
      await sendEmail(work.backend, {
        contactId: contact.id,
        subject: 'Your website',
        message: 'Thank you for writing. We will call you.',
        inReplyTo: null,
        files: [],
        idempotencyKey,
      })
      work.world.acknowledge('email', idempotencyKey)
    },
  },
  editContact: {
    weight: 5,
    run: async (work) => {
      const { backend, random, world } = work
      const contact = await anyContact(work)
      const seen = contact && (await findContact(backend, contact.id))
      if (!seen) return
      await world.sleep(random() * 120_000)
      await updateContact(
        backend,
        seen,
        pick<Parameters<typeof updateContact>[2]>(random, [
          { company: 'Shore Dental' },
          { last_name: 'Smith' },
          { phone: '(910) 555-0199' },
          { status: 'customer' },
        ]),
      )
    },
  },
  noteConsent: {
    weight: 2,
    run: async (work) => {
      const contact = await anyContact(work)
      if (!contact) return
      const action = work.random() < 0.5 ? 'grant' : 'revoke'
      if (action === 'grant') work.world.welcome(contact.phone_e164 ?? '')
      await recordStaffConsent(work.backend, {
        contactId: contact.id,
        action,
        channel: 'phone',
        reason: 'Said so on the phone.',
        wording: null,
      })
    },
  },
  /** As programs do that fill in what another list says. */
  importConsent: {
    weight: 1,
    run: async (work) => {
      const people = [await withdrawnContact(work), await anyContact(work), await anyContact(work)]
      const contacts = people.filter((it) => it?.phone_e164)
      for (const contact of contacts) work.world.welcome(contact?.phone_e164 ?? '')
      await work.world
        .machine()
        .from('crm_contacts')
        .update({ text_consent: true })
        .in(
          'id',
          contacts.map((it) => it?.id),
        )
    },
  },
  bookForContact: {
    weight: 1.5,
    run: async (work) => {
      const contact = await anyContact(work)
      const start = await chooseTime(work.world, work.random)
      if (!contact || start === null) return
      await bookForContact(work.backend, {
        contactId: contact.id,
        start,
        medium: pick(work.random, phoneOnly),
        about: '',
        idempotencyKey: crypto.randomUUID(),
      })
    },
  },
  /** They call, mostly about what is next. */
  changeMeeting: {
    weight: 1.5,
    run: async ({ backend, random, world }) => {
      const { rows } = await listMeetings(backend, { past: false, now: new Date() }, 0)
      const start = random() < 0.2 ? null : await chooseTime(world, random)
      if (rows.length === 0) return
      const { id } = pick(random, random() < 0.5 ? rows.slice(0, 2) : rows)
      await changeMeeting(
        backend,
        id,
        start === null ? { action: 'cancel', reason: 'Nobody is in.' } : { action: 'move', start },
      )
    },
  },
  changeBookingRules: {
    weight: 0.5,
    owner: true,
    run: async ({ backend, random }) => {
      const seen = await readBookingRules(backend)
      await updateBookingRules(backend, seen, {
        minutes: pick(random, [null, 60]),
        buffer_minutes: pick(random, [null, 15]),
        notice_minutes: pick(random, [null, 24 * 60]),
        daily_limit: pick(random, [null, 2]),
      })
    },
  },
  takeDayOff: {
    weight: 0.5,
    owner: true,
    run: async ({ backend, random, world }) => {
      const day = new Date(Date.now() + (1 + random() ** 2 * 8) * DAY_MS).toISOString().slice(0, 10)
      await addDaysOff(backend, [{ day, note: 'Trip' }])
      world.daysOff.push({ day, at: Date.now() })
    },
  },
  createContact: {
    weight: 2,
    run: async ({ backend, random, world }) => {
      const number = Math.floor(random() * 30)
      const id = crypto.randomUUID()
      await createContact(backend, id, {
        first_name: 'Walk',
        last_name: `In ${number}`,
        email: `walk.in${number}@example.com`,
        phone: `+191055502${String(number + 10)}`,
      })
      world.acknowledge('contact', id)
    },
  },
  setNextStep: {
    weight: 3,
    run: async (work) => {
      const contact = await anyContact(work)
      const day = new Date(Date.now() + work.random() * 10 * DAY_MS).toISOString().slice(0, 10)
      const next_step_on = work.random() < 0.25 ? null : day
      if (contact) await savePlan(work.backend, contact.id, { next_step: 'Call back', next_step_on })
    },
  },
  writeNote: {
    weight: 3,
    run: async (work) => {
      const contact = await anyContact(work)
      const id = crypto.randomUUID()
      if (!contact) return
      await addNote(work.backend, { id, contactId: contact.id, body: 'Talked on the phone.' })
      work.world.acknowledge('note', id)
    },
  },
  mergeAndUndo: {
    weight: 2,
    run: async (work) => {
      const { backend, random, world } = work
      const [kept, merged] = [await anyContact(work), await anyContact(work)]
      if (!kept || !merged || kept.id === merged.id) return
      const before = await picture(world, [kept.id, merged.id])
      const id = await mergeContacts(backend, { kept: kept.id, merged: merged.id, taken: [] })
      if (random() < 0.3) return
      const waits = random() < 0.3
      if (waits) await world.sleep(random() * 60_000)
      await undoMerge(backend, id)
      if (!waits) compare(work, 'merge', { before, after: await picture(world, [kept.id, merged.id]) })
    },
  },
  deleteContact: {
    weight: 1.5,
    run: async (work) => {
      const contact = await anyContact(work)
      if (!contact) return
      const before = await picture(work.world, [contact.id])
      await deleteContact(work.backend, contact.id)
      if (work.random() < 0.3) return
      const waits = work.random() < 0.5
      if (waits) await work.world.sleep(work.random() * 3_600_000)
      await restoreContact(work.backend, contact.id)
      if (!waits) compare(work, 'delete', { before, after: await picture(work.world, [contact.id]) })
    },
  },
  restoreContact: {
    weight: 0.5,
    run: async ({ backend, random }) => {
      const { rows } = await listRecycleBin(backend, 0)
      if (rows.length > 0) await restoreContact(backend, pick(random, rows).id)
    },
  },
} satisfies Record<string, StaffAction>

interface Picture {
  steps: number
  /** Texts and reports about them change without a step. */
  jobs: string
  contacts: string
}

/** Contacts with everything that belongs to them, as text; without what a change stamps. */
async function picture(world: World, ids: string[]): Promise<Picture> {
  const { steps } = world
  const jobs = await world.rows(
    `select id, state, take_number from public.jobs where queue in ('texts', 'unknown-texts', 'carrier-webhooks') order by id`,
  )
  const rows = await world.rows(
    `select to_jsonb(contact) - 'updated_at' as contact,
       (select jsonb_agg(to_jsonb(note) order by id) from public.contact_notes as note where contact_id = contact.id) as notes,
       (select jsonb_agg(to_jsonb(log) - 'updated_at' order by id) from public.communication_logs as log where contact_id = contact.id) as logs,
       (select jsonb_agg(to_jsonb(sent) order by id) from public.contact_submissions as sent where contact_id = contact.id) as submissions,
       (select jsonb_agg(to_jsonb(event) order by id) from public.consent_events as event where contact_id = contact.id) as consent,
       (select jsonb_agg(to_jsonb(meeting) order by id) from public.meetings as meeting where contact_id = contact.id) as meetings
     from public.crm_contacts as contact where id = any ($1::uuid[]) order by id`,
    [ids],
  )
  return { steps, jobs: JSON.stringify(jobs), contacts: JSON.stringify(rows) }
}

/** Only if nothing happened in between but the change and its undo. */
function compare(
  { world }: Work,
  what: string,
  { before, after }: { before: Picture; after: Picture },
): void {
  const isAlone =
    after.steps === before.steps + 2 && after.jobs === before.jobs && !after.jobs.includes('"taken"')
  if (isAlone && before.contacts !== after.contacts)
    world.differences.push(`${what}: ${before.contacts} became ${after.contacts}`)
}

/** Refusals are answers too; anything else is a mistake of the simulation or the product. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError || error instanceof NetworkError
}

interface Person {
  id: string
  email: string | null
  phone_e164: string | null
}

/** Half of the time a contact we heard from lately. */
async function anyContact({ backend, random }: Work): Promise<Person | null> {
  const contacts = backend.from('crm_contacts').select('id,email,phone_e164')
  const { data } = await (random() < 0.5
    ? contacts.order('last_heard_key', { ascending: false, nullsFirst: false }).order('id').limit(5)
    : contacts.order('created_at').order('id').limit(200))
  return data && data.length > 0 ? pick<Person>(random, data) : null
}

/** One of those who withdrew their consent last. */
async function withdrawnContact({ backend, random }: Work): Promise<Person | null> {
  const { data: events } = await backend
    .from('consent_events')
    .select('contact_id')
    .eq('action', 'revoke')
    .not('contact_id', 'is', null)
    .order('occurred_at', { ascending: false })
    .limit(5)
  if (!events || events.length === 0) return null
  const { data } = await backend
    .from('crm_contacts')
    .select('id,email,phone_e164')
    .eq('id', pick(random, events).contact_id)
  return data?.[0] ?? null
}

async function text(
  { backend, world }: Work,
  contactId: string,
  sendAt: string | null = null,
): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  await sendText(backend, {
    contactId,
    phoneNumber: '',
    message: 'Thank you for your message. When may we call you?',
    overrideReason: null,
    files: [],
    sendAt,
    idempotencyKey,
  })
  world.acknowledge('text', idempotencyKey)
  if (sendAt !== null) world.laterTexts.push({ key: idempotencyKey, send_at: sendAt })
}

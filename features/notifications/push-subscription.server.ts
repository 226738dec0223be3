import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { derivePushKeys } from '../../server/secrets.ts'
import { requireStaff } from '../account/account.server.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
}

/** Browsers per person. A further one ends the oldest. */
const MAX_BROWSERS = 10
const MAX_ENDPOINT_LENGTH = 1_000

/** The library would ask for a key of Google's former service there. */
const FORMER_SERVICE = 'android.googleapis.com'

const endpoint = z.string().max(MAX_ENDPOINT_LENGTH).refine(isPushAddress)
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('key') }),
  z.object({
    action: z.literal('add'),
    endpoint,
    p256dh: z.string().max(100).refine(isPublicKey),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
  z.object({ action: z.literal('remove'), endpoint }),
])
type Added = Extract<z.infer<typeof request>, { action: 'add' }>

/** The browsers of the caller that get push messages. The browser names the address, so nothing in it is trusted. */
export const pushSubscription: ServerFunction<Needs> = {
  name: 'push-subscription',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const identity = c.get('identity')
    if (identity.role !== 'authenticated') throw new FunctionError(403, 'You may not call this function.')
    await requireStaff(identity, deps)
    const { sub: id, session_id: session } = identity.claims
    const wanted = await requireBody(c.req.raw, request)
    if (wanted.action === 'key') return c.json({ key: derivePushKeys(deps.secrets.jwtSecret).publicKey })
    await asService(deps.database, (tx) =>
      wanted.action === 'add'
        ? addBrowser(tx, wanted, { id, session, now: deps.clock() })
        : removeBrowser(tx, wanted.endpoint, id),
    )
    return c.json({ success: true })
  },
}

/** Also moves a browser to the person who uses it now. */
async function addBrowser(
  tx: Transaction,
  { endpoint: address, p256dh, auth }: Added,
  { id, session, now }: { id: string; session: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into private.push_subscriptions (profile_id, session_id, endpoint, p256dh, auth, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update
       set profile_id = excluded.profile_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
           auth = excluded.auth, created_at = excluded.created_at`,
    [id, session, address, p256dh, auth, now],
  )
  await tx.query(
    `delete from private.push_subscriptions where id in (
       select id from private.push_subscriptions where profile_id = $1 order by created_at desc, id offset $2)`,
    [id, MAX_BROWSERS],
  )
}

async function removeBrowser(tx: Transaction, address: string, id: string): Promise<void> {
  await tx.query('delete from private.push_subscriptions where endpoint = $1 and profile_id = $2', [
    address,
    id,
  ])
}

/** Whether the connection may go there is checked when it is made. */
function isPushAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== FORMER_SERVICE
  )
}

function isPublicKey(text: string): boolean {
  try {
    return (
      Buffer.from(text, 'base64url').length === 65 && ECDH.convertKey(text, 'prime256v1', 'base64url') !== ''
    )
  } catch {
    return false
  }
}

import type { Database, Result, Row, Statement, Transaction, TransactionOptions } from './database.ts'

// One statement, one round trip. A SECURITY DEFINER function looks up the session, so the order of the target list
// does not matter.
const ENTRY = `select set_config('request.jwt.claims', $1, true), set_config('request.method', $2, true),
         set_config('request.path', $3, true), set_config('role', $4, true),
         case when $4 = 'authenticated' then private.session_is_live($1::jsonb) else true end as live`

// Limits anonymous statements to a second, on every surface. The embedded engine has no statement timeout.
const VISITOR_ENTRY = `${ENTRY}, set_config('statement_timeout', '1000', true)`

const AUTH_ADMIN_ENTRY = `select set_config('request.jwt.claims', $1, true), set_config('request.method', $2, true),
         set_config('request.path', $3, true),
         set_config('role', case when pg_has_role(session_user, $4, 'member') then $4 else 'none' end, true),
         true as live`

/** The verified claims of a user's access token; snake_case as on the wire. */
export interface UserClaims {
  sub: string
  role: 'authenticated'
  session_id: string
  email?: string
  [claim: string]: unknown
}

/**
 * The identity of a transaction. `service_role` bypasses row-level security and is for the product's own work
 * (functions, jobs); `supabase_auth_admin` owns the schema `auth` and is for `platform/auth` alone. A hosted project
 * does not grant us that role: there we use our own login, which may read and write accounts.
 */
export type Identity =
  | { role: 'anon' }
  | { role: 'authenticated'; claims: UserClaims }
  /** `actor`, here and below: the id of the user on whose behalf the product works, for the audit log. */
  | { role: 'service_role'; actor?: string }
  | { role: 'supabase_auth_admin'; actor?: string }

/** Request metadata that policies and triggers may read as `current_setting('request.…')`. */
export interface RequestFacts {
  method?: string
  path?: string
}

/** The session was revoked, has expired, or its account was disabled since the token was issued. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

/** The service identity, which the audit log attributes to `actor`; null for no user. */
export function serviceFor(actor: string | null): Identity {
  return { role: 'service_role', ...(actor === null ? {} : { actor }) }
}

/** Runs one transaction as the service role, which passes row-level security. Throws DatabaseError. */
export function asService<T>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return asIdentity(database, serviceFor(null), work, options)
}

/**
 * Identity enters the database only here and in `readAs`: opens a transaction, sets role and claims first, and checks
 * that the session of a user's token is live. Throws SessionEndedError, or DatabaseError from the statements.
 */
export async function asIdentity<T>(
  database: Pick<Database, 'transaction'>,
  identity: Identity,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions & { request?: RequestFacts } = {},
): Promise<T> {
  return database.transaction(async (tx) => {
    await enter(tx, identity, options.request ?? {})
    return work(tx)
  }, options)
}

/** Switches the identity for the rest of the transaction. For work that needs both server roles atomically. */
export function continueAs(
  tx: Transaction,
  identity: Extract<Identity, { role: 'service_role' | 'supabase_auth_admin' }>,
): Promise<void> {
  return enter(tx, identity, {})
}

/**
 * Runs one read-only statement as `identity` in a single round trip. An ended session gets no result, although check
 * and statement are sent together. Throws like `asIdentity`.
 */
export async function readAs<T = Row>(
  database: Database,
  identity: Identity,
  statement: Statement,
  { request = {}, ...options }: Omit<TransactionOptions, 'readOnly'> & { request?: RequestFacts } = {},
): Promise<Result<T>> {
  const [entered, answered] = await database.read([entryStatement(identity, request), statement], options)
  requireLive(requireFulfilled(entered))
  // The caller declares the row type, as with any driver.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return requireFulfilled(answered) as Result<T>
}

async function enter(tx: Transaction, identity: Identity, request: RequestFacts): Promise<void> {
  const { text, values } = entryStatement(identity, request)
  requireLive(await tx.query(text, values))
}

function entryStatement(identity: Identity, request: RequestFacts): Statement {
  const claims = JSON.stringify(toClaims(identity))
  return {
    text: entryText(identity),
    values: [claims, request.method ?? '', request.path ?? '', identity.role],
  }
}

function entryText({ role }: Identity): string {
  if (role === 'supabase_auth_admin') return AUTH_ADMIN_ENTRY
  return role === 'anon' ? VISITOR_ENTRY : ENTRY
}

function requireLive({ rows }: Result): void {
  if (rows[0]?.['live'] !== true) throw new SessionEndedError('The session has ended. Sign in again.')
}

function requireFulfilled(settled: PromiseSettledResult<Result> | undefined): Result {
  if (settled?.status === 'fulfilled') return settled.value
  throw settled?.reason ?? new Error('The database did not answer every statement.')
}

function toClaims(identity: Identity): object {
  if (identity.role === 'authenticated') return identity.claims
  if ('actor' in identity && identity.actor !== undefined) {
    return { role: identity.role, sub: identity.actor }
  }
  return { role: identity.role }
}

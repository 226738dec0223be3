import { randomBytes } from 'node:crypto'
import { createAccount, findAccountByEmail, setPassword } from '../platform/auth/accounts.ts'
import type { Config } from './config.ts'
import { continueAs, asService } from '../platform/database/as-identity.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { bringUpToDate, type Platform } from '../platform/database/migrate.ts'
import type { Clock } from '../platform/clock.ts'
import { publishDemoPosts } from '../features/blog/demo-posts.server.ts'
import { renormalizePhones } from '../features/contacts/renormalize-phones.server.ts'
import { storeReplyRules } from '../features/submissions/reply-rules.server.ts'
import { giveRole, listProfiles } from '../features/team/members.server.ts'

const DEFAULT_ADMIN = 'admin@localhost'

interface FirstStart {
  config: Pick<Config, 'firstAdmin'>
  database: Database
  platform: Platform
  clock: Clock
}

interface AdminAccount {
  email: string
  password: string
  now: Date
}

/** Brings a database and its data up to this version of the program; returns the owner of the database. Throws like `migrate`. */
export async function prepareDatabase(database: Database): Promise<Platform> {
  const platform = await bringUpToDate(database)
  await renormalizePhones(database)
  await storeReplyRules(database)
  return platform
}

/**
 * On the first start, without any admin: creates an admin and the demo posts in one transaction, in only one of the
 * instances that start together. On a hosted project it waits until the account exists. Returns lines to show the
 * owner; later calls do nothing and return none.
 */
export async function prepareFirstStart({
  config,
  database,
  platform,
  clock,
}: FirstStart): Promise<string[]> {
  const { email = DEFAULT_ADMIN, password = randomBytes(12).toString('base64url') } = config.firstAdmin
  const now = clock()
  const found = platform === 'hosted' ? findConfirmedAccount : createAdmin
  const outcome = await asService(database, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('first-start'))`)
    if ((await listProfiles(tx)).some((profile) => profile.role === 'admin')) return 'was there'
    await continueAs(tx, { role: 'supabase_auth_admin' })
    const id = await found(tx, { email, password, now })
    if (id === null) return 'is missing'
    await continueAs(tx, { role: 'service_role' })
    await giveRole(tx, { id, email, role: 'admin' })
    await publishDemoPosts(tx, { authorId: id, now })
    return 'is new'
  })
  if (outcome === 'was there') return []
  if (platform === 'own') return [`Created the first admin: sign in at /login as ${email} ${shown()}.`]
  return outcome === 'is new'
    ? [`The first admin is ${email}: sign in at /login.`]
    : [
        'Nobody is an admin yet. Make an account in the hosted project, then: npm run user -- role EMAIL admin',
      ]

  function shown(): string {
    return config.firstAdmin.password === undefined
      ? `with the password ${password} (shown only now)`
      : 'with the password you set'
  }
}

/** The account may exist: from a sign-up with the address, or after all admins were removed by hand. */
async function createAdmin(tx: Transaction, { email, password, now }: AdminAccount): Promise<string> {
  const account = await findAccountByEmail(tx, email, now)
  if (account === null) return createAccount(tx, { email, password, confirmed: true, now })
  await setPassword(tx, { id: account.id, password, now })
  return account.id
}

/** An unconfirmed account may belong to anyone who typed the address. */
async function findConfirmedAccount(tx: Transaction, { email, now }: AdminAccount): Promise<string | null> {
  const account = await findAccountByEmail(tx, email, now)
  return account?.confirmed === true ? account.id : null
}

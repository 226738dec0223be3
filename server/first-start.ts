import { randomBytes } from 'node:crypto'
import { createAccount, findAccountByEmail, setPassword } from './auth/accounts.ts'
import type { Config } from './config.ts'
import { asIdentity, continueAs } from './database/as-identity.ts'
import type { Database, Transaction } from './database/database.ts'
import type { Clock } from './dependencies.ts'
import { publishDemoPosts } from './domain/demo-posts/publish-demo-posts.ts'
import { giveRole, listProfiles } from './domain/team/roles.ts'

const DEFAULT_ADMIN = 'admin@localhost'

interface FirstStart {
  config: Pick<Config, 'firstAdmin'>
  database: Database
  clock: Clock
}

/**
 * On the very first start, when there is no admin yet: makes an admin and puts the demo articles in place, all of it or
 * nothing, and by one of the copies that start together. Returns what the owner has to be told, line by line; afterwards
 * it does nothing and returns nothing.
 */
export async function firstStart({ config, database, clock }: FirstStart): Promise<string[]> {
  const { email = DEFAULT_ADMIN, password = randomBytes(12).toString('base64url') } = config.firstAdmin
  const now = clock()
  const made = await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('first-start'))`)
    if ((await listProfiles(tx)).some((profile) => profile.role === 'admin')) return false
    await continueAs(tx, { role: 'supabase_auth_admin' })
    const id = await makeAccount(tx, { email, password, now })
    await continueAs(tx, { role: 'service_role' })
    await giveRole(tx, { id, email, role: 'admin' })
    await publishDemoPosts(tx, { authorId: id, now })
    return true
  })
  if (!made) return []
  const shown =
    config.firstAdmin.password === undefined
      ? `with the password ${password} (shown only now)`
      : 'with the password you set'
  return [`Created the first admin: sign in at /login as ${email} ${shown}.`]
}

/** The account may be there already: somebody signed up under the address, or all admins were removed by hand. */
async function makeAccount(
  tx: Transaction,
  { email, password, now }: { email: string; password: string; now: Date },
): Promise<string> {
  const account = await findAccountByEmail(tx, email, now)
  if (account === null) return createAccount(tx, { email, password, confirmed: true, now })
  await setPassword(tx, { id: account.id, password, now })
  return account.id
}

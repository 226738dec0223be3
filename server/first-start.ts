import { randomBytes } from 'node:crypto'
import { createAccount, findAccountByEmail, setPassword } from './auth/accounts.ts'
import type { Config } from './config.ts'
import { asIdentity } from './database/as-identity.ts'
import type { Database } from './database/database.ts'
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
 * On the very first start, when there is no admin yet: makes an admin and puts the demo articles in place.
 * Returns what the owner has to be told, line by line; afterwards it does nothing and returns nothing.
 */
export async function firstStart({ config, database, clock }: FirstStart): Promise<string[]> {
  const now = clock()
  const email = config.firstAdmin.email ?? DEFAULT_ADMIN
  const password = config.firstAdmin.password ?? randomBytes(12).toString('base64url')

  const hasAdmin = await asIdentity(database, { role: 'service_role' }, async (tx) =>
    (await listProfiles(tx)).some((profile) => profile.role === 'admin'),
  )
  if (hasAdmin) return []

  // The account may be there already: a first start that was killed half-way is simply done again.
  const id = await asIdentity(database, { role: 'supabase_auth_admin' }, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('first-start'))`)
    const account = await findAccountByEmail(tx, email, now)
    if (account === null) return createAccount(tx, { email, password, confirmed: true, now })
    await setPassword(tx, { id: account.id, password, now })
    return account.id
  })
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await giveRole(tx, { id, email, role: 'admin' })
    await publishDemoPosts(tx, { authorId: id, now })
  })
  const shown =
    config.firstAdmin.password === undefined
      ? `with the password ${password} (shown only now)`
      : 'with the password you set'
  return [`Created the first admin: sign in at /login as ${email} ${shown}.`]
}

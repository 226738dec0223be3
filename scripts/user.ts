import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { callFunction } from './call-function.ts'

const USAGE = `Accounts, from the machine itself:
  npm run user -- list
  npm run user -- create EMAIL --role client|manager|admin [--password P]
  npm run user -- role EMAIL client|manager|admin
  npm run user -- disable EMAIL
  npm run user -- enable EMAIL
  npm run user -- reset-mfa EMAIL    for a lost telephone: takes the second factor away`

const members = z.object({
  members: z.array(
    z.object({
      email: z.string(),
      role: z.string(),
      disabled: z.boolean(),
      confirmed: z.boolean(),
      twoFactor: z.boolean(),
    }),
  ),
})

const callTeam = (body: object) => callFunction('manage-team', body)

const reset = z.object({ removed: z.boolean() })

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string' }, password: { type: 'string' } },
})
const [command, email = '', newRole] = positionals

switch (command) {
  case 'list': {
    for (const member of members.parse(await callTeam({ action: 'list' })).members) {
      const state = [
        member.disabled ? 'disabled' : '',
        member.confirmed ? '' : 'not confirmed',
        member.twoFactor ? 'two-factor' : '',
      ].filter(Boolean)
      console.log([member.role.padEnd(8), member.email, ...state].join(' '))
    }
    break
  }
  case 'create': {
    const password = values.password ?? randomBytes(12).toString('base64url')
    await callTeam({ action: 'create', email, role: values.role, password })
    const shown = values.password === undefined ? ` with the password ${password} (shown only now)` : ''
    console.log(`Created ${email} as ${values.role}${shown}.`)
    break
  }
  case 'role':
    await callTeam({ action: 'change-role', email, role: newRole })
    console.log(`${email} is now ${newRole}.`)
    break
  case 'disable':
    await callTeam({ action: 'disable', email })
    console.log(`${email} can no longer sign in; open sessions have ended.`)
    break
  case 'enable':
    await callTeam({ action: 'enable', email })
    console.log(`${email} can sign in again.`)
    break
  case 'reset-mfa': {
    const { removed } = reset.parse(await callTeam({ action: 'reset-mfa', email }))
    console.log(
      removed
        ? `${email} signs in with the password alone now; open sessions have ended.`
        : `${email} had no second factor; open sessions have ended.`,
    )
    break
  }
  default:
    console.error(USAGE)
    process.exit(1)
}
process.exit(0)

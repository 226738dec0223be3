import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { callFunction } from './call-function.ts'
import { fail, runExplained } from './run-explained.ts'

const USAGE = `Manages accounts:
  npm run user -- list
  npm run user -- create EMAIL --role client|manager|admin [--password P]
  npm run user -- role EMAIL client|manager|admin
  npm run user -- disable EMAIL
  npm run user -- enable EMAIL
  npm run user -- reset-mfa EMAIL    removes the second factor, for example of a lost phone`

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

const reset = z.object({ removed: z.boolean() })

const callTeam = (body: object) => callFunction('manage-team', body)

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { role: { type: 'string' }, password: { type: 'string' } },
  })
  const [command, email = '', newRole] = positionals
  switch (command) {
    case 'list':
      return list()
    case 'create':
      return create(email, values)
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
    case 'reset-mfa':
      return resetSecondFactor(email)
    default:
      fail(USAGE)
  }
}

async function list(): Promise<void> {
  for (const member of members.parse(await callTeam({ action: 'list' })).members) {
    const state = [
      member.disabled ? 'disabled' : '',
      member.confirmed ? '' : 'not confirmed',
      member.twoFactor ? 'two-factor' : '',
    ].filter(Boolean)
    console.log([member.role.padEnd(8), member.email, ...state].join(' '))
  }
}

async function create(
  email: string,
  { role, password }: { role?: string | undefined; password?: string | undefined },
): Promise<void> {
  const chosen = password ?? randomBytes(12).toString('base64url')
  await callTeam({ action: 'create', email, role, password: chosen })
  const shown = password === undefined ? ` with the password ${chosen} (shown only now)` : ''
  console.log(`Created ${email} as ${role}${shown}.`)
}

async function resetSecondFactor(email: string): Promise<void> {
  const { removed } = reset.parse(await callTeam({ action: 'reset-mfa', email }))
  console.log(
    removed
      ? `${email} can sign in with just the password now; open sessions have ended.`
      : `${email} had no second factor; open sessions have ended.`,
  )
}

await runExplained(() => main(process.argv.slice(2)))

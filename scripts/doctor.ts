import { ConfigError, readConfig } from '../server/config.ts'
import { diagnose } from './doctor/diagnose.ts'
import { broken, counted, type Finding } from './doctor/finding.ts'
import { prepareRegistration } from './doctor/prepare-registration.ts'
import { fail, runExplained } from './run-explained.ts'

// `npm run doctor` checks everything the site depends on and says what to do. Exits with status 1 if something is
// broken, so that a monitor can run it. `npm run doctor -- texting` prepares the registration for texting (10DLC).

async function findings(): Promise<Finding[]> {
  try {
    return await diagnose(readConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      broken('Configuration', error.message, 'Correct these settings. The site does not start until then.'),
    ]
  }
}

function line({ about, state, says, todo }: Finding): string {
  const first = `${state.padEnd(10)} ${about.padEnd(14)} ${says}`
  return todo === undefined ? first : `${first}\n${' '.repeat(26)}→ ${todo}`
}

async function main(topic: string | undefined): Promise<never> {
  if (topic === 'texting') {
    return runExplained(async () => {
      if (!(await prepareRegistration(readConfig(), console.log))) process.exit(1)
    })
  }
  if (topic !== undefined) fail(`There is no check named "${topic}". There is one: texting.`)
  const found = await findings()
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length
  console.log(found.map(line).join('\n'))
  console.log(`\n${count('ok')} ok, ${counted(count('attention'), 'warning')}, ${count('broken')} broken`)
  process.exit(count('broken') === 0 ? 0 : 1)
}

await main(process.argv[2])

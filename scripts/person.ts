import { z } from 'zod'
import { callFunction } from './call-function.ts'
import { fail, runExplained } from './run-explained.ts'

const USAGE = `Exports or erases the data of a person, by email address:
  npm run --silent person -- export EMAIL    prints everything as JSON; add > person.json to save it
  npm run person -- erase EMAIL              erases it permanently, except proof of consent to SMS`

const erased = z.object({ erased: z.record(z.string(), z.number()) })

async function main([command, email]: string[]): Promise<void> {
  if (email === undefined) return fail(USAGE)
  switch (command) {
    case 'export':
      console.log(JSON.stringify(await callFunction('personal-data', { action: 'export', email }), null, 2))
      break
    case 'erase': {
      const answer = erased.parse(await callFunction('personal-data', { action: 'erase', email }))
      for (const [table, rows] of Object.entries(answer.erased)) console.log(`${table.padEnd(34)} ${rows}`)
      console.log('Erased, except public.consent_events, which the privacy policy requires to keep.')
      break
    }
    default:
      fail(USAGE)
  }
}

await runExplained(() => main(process.argv.slice(2)))

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ExplainedError } from '../platform/errors.ts'
import { site } from '../site.config.ts'
import { applyFacts } from './adopt/apply-facts.ts'
import { askForFacts } from './adopt/ask.ts'
import { exampleFacts, type Facts, factsSchema } from './adopt/facts.ts'
import { measureWordmark, requireFittingTagline } from './adopt/measure-letters.ts'
import { runExplained } from './run-explained.ts'

/** Parts of `art/make-art.ts` that show the name, the tagline or the colors. */
const DRAWN = ['drawings', 'covers', 'samples', 'stock', 'social', 'icons']

/** What `applyFacts` writes without a format. */
const FORMATTED = ['site.config.ts', 'features/site/content', 'features/blog/demo-posts.ts']

/** `npm run adopt [-- FACTS.json | --example]`: makes this checkout the website of another agency. */
await runExplained(async () => {
  const [file] = process.argv.slice(2)
  if (file === '--example') return console.log(JSON.stringify(exampleFacts, null, 2))
  if (!site.place.drawn)
    throw new ExplainedError('This checkout was adopted before. Edit site.config.ts instead.')
  requireCleanCheckout()
  const facts = file === undefined ? await askForFacts() : readFacts(file)
  await requireFittingTagline(facts.tagline)
  applyFacts('.', facts, await measureWordmark(facts.name))
  console.log('Facts and colors are written. Drawing the pictures takes a minute or two.')
  run('art/make-art.ts', ...DRAWN)
  run('node_modules/oxfmt/bin/oxfmt', ...FORMATTED)
  console.log(`Done. Look at it with npm start, then commit it.

Check in site.config.ts: holidays, founders, meetings and the days on which claims expire. Pages promise that a
founder reads, calls and meets.
Still to write, in features/site/content: the story of the founders (about.ts) and your projects (our-work.ts).
Read what pricing.ts promises. Have a lawyer read privacy-policy.ts and terms-of-use.ts.
npm run check passes, and so do the unit tests of the public pages. Browser tests in tests/journeys name the
sample agency, and some tests of the dashboard count days in its time zone: change those you keep.`)
})

function readFacts(file: string): Facts {
  const { success, data, error } = factsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!success) throw new ExplainedError(`${file} cannot be used:\n${z.prettifyError(error)}`)
  return data
}

/** Everything can be taken back with git, so there has to be nothing else to take back. */
function requireCleanCheckout(): void {
  const { stdout, status } = spawnSync('git', ['status', '--porcelain', '--untracked-files=no'], {
    encoding: 'utf8',
  })
  if (status !== 0 || stdout !== '')
    throw new ExplainedError(
      'There are changes that are not committed. Commit them first, so that you can undo this step.',
    )
}

function run(...words: string[]): void {
  const { status } = spawnSync(process.execPath, ['--experimental-import-meta-resolve', ...words], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new ExplainedError(`${words[0]} failed. Undo with: git restore .`)
}

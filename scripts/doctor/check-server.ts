import { ask, attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Server'

/** Whether the process of this data directory answers, and is ready to. `origin` null: it is not running. */
export async function checkServer(origin: string | null): Promise<Finding[]> {
  if (origin === null) {
    return [
      attention(
        ABOUT,
        'The site is not running.',
        'Start it with npm start; then run this again, it sees more.',
      ),
    ]
  }
  const answer = await ask(`${origin}/readyz`)
  if (answer === null) {
    return [
      broken(
        ABOUT,
        `A server has announced itself at ${origin}, but does not answer there.`,
        'If it was stopped by force, start it again with npm start; if it runs, look at its log.',
      ),
    ]
  }
  if (answer.status === 200) return [ok(ABOUT, `It runs and is ready, at ${origin}.`)]
  return [
    broken(
      ABOUT,
      `It runs, but says it is not ready: ${answer.text.slice(0, 200)}`,
      'Look at its log; restart it if this stays.',
    ),
  ]
}

import { ask, attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Server'

/** Whether the server of this data directory responds and is ready. `origin` is null if none is running. */
export async function checkServer(origin: string | null): Promise<Finding[]> {
  if (origin === null) {
    return [
      attention(
        ABOUT,
        'The site is not running.',
        'Start it with npm start and run this command again for more checks.',
      ),
    ]
  }
  const answer = await ask(`${origin}/readyz`)
  if (answer === null) {
    return [
      broken(
        ABOUT,
        `The server at ${origin} does not respond.`,
        'If it was killed, start it again with npm start; if it runs, check its log.',
      ),
    ]
  }
  if (answer.status === 200) return [ok(ABOUT, `The site runs at ${origin} and is ready.`)]
  return [
    broken(
      ABOUT,
      `The site runs, but is not ready: ${answer.text.slice(0, 200)}`,
      'Check its log; restart it if this persists.',
    ),
  ]
}

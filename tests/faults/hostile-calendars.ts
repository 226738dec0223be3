import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVENT = Buffer.from(
  'BEGIN:VEVENT\r\nUID:busy@calendar.example\r\nDTSTART:20300101T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n'.repeat(
    600,
  ),
)
/** Nearly the 5 MB that are read. */
const LARGE = Buffer.concat([
  Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'),
  ...Array.from({ length: 80 }, () => EVENT),
  Buffer.from('END:VCALENDAR\r\n'),
])

let hanging = 0
const asked = new Map<string, number>()

/** By the first word of the path. None gives its reader a reason to stop before the timeout of 10 s: size, end or too many redirects. */
const calendars: Record<string, (response: ServerResponse) => void | Promise<void>> = {
  silent: () => {},
  trickle: async (response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' }).write('BEGIN:VCALENDAR\r\n')
    while (!response.destroyed) {
      response.write('X')
      await sleep(100)
    }
  },
  endless: async (response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' })
    while (!response.destroyed) {
      response.write(EVENT)
      await sleep(200)
    }
  },
  large: (response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).write(LARGE),
  redirect: async (response) => {
    await sleep(2_000)
    response.writeHead(302, { location: `/redirect/${Math.random()}` }).end()
  },
}

/** Calendars that never end, each in its way. `/asked` says how often each was asked, and how many requests are open. */
const server = createServer((request, response) => {
  const [, kind = ''] = request.url?.split('/') ?? []
  if (kind === 'asked') {
    response.end(JSON.stringify({ hanging, asked: Object.fromEntries(asked) }))
    return
  }
  asked.set(kind, (asked.get(kind) ?? 0) + 1)
  hanging += 1
  response.on('close', () => (hanging -= 1))
  response.on('error', () => {})
  void calendars[kind]?.(response)
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  console.log(
    `The calendars are open at http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
  )
})
process.once('SIGTERM', () => process.exit(0))

import type { QueueFigures, SystemStatus } from './system-status.api.ts'

export interface StatusLine {
  name: string
  words: string
  /** One word at the end of the line; `concern`: somebody should look. */
  mark: string
  tone: 'good' | 'plain' | 'concern'
}

const LIVE = { mark: 'Live', tone: 'good' } as const
const SIMULATED = { mark: 'Simulated', tone: 'plain' } as const

interface ServiceWords {
  key: Exclude<keyof SystemStatus['services'], 'files'>
  name: string
  live: string
  simulated: string
}

const SERVICES: readonly ServiceWords[] = [
  {
    key: 'mail',
    name: 'Mail',
    live: 'Leaves through your mail server.',
    simulated: 'Written to files, sent to nobody. Set SMTP_URL to send it.',
  },
  {
    key: 'phone',
    name: 'Telephone',
    live: 'Texts and calls go through your carrier.',
    simulated:
      'Texts and calls reach nobody. Set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN for a real carrier.',
  },
  {
    key: 'texts',
    name: 'AI drafts',
    live: 'Written by the model you chose.',
    simulated: 'Samples of ours. Set AI_API_KEY for drafts by a model.',
  },
  {
    key: 'pictures',
    name: 'AI covers',
    live: 'Drawn by the model you chose.',
    simulated: 'Drawn by our own program. Set AI_API_KEY for covers by a model.',
  },
  {
    key: 'photos',
    name: 'Stock photos',
    live: 'Searched at Unsplash.',
    simulated: 'A few drawings of ours. Set UNSPLASH_ACCESS_KEY for real photos.',
  },
]

/** Which of the services outside are real. */
export function serviceLines({ services }: SystemStatus): StatusLine[] {
  return SERVICES.map(({ key, name, live, simulated }) =>
    services[key].simulated ? { name, words: simulated, ...SIMULATED } : { name, words: live, ...LIVE },
  )
}

const QUEUES: Record<string, string> = {
  mails: 'Mails',
  texts: 'Texts',
  'unknown-texts': 'Texts nobody knows of whether they arrived',
  'carrier-webhooks': 'Reports of the simulated carrier',
}

/** What waits to leave the house, and what was given up. */
export function queueLines({ queues }: SystemStatus): StatusLine[] {
  const held = queues.filter(({ waiting, dead }) => waiting + dead > 0)
  if (held.length === 0) {
    return [{ name: 'Mails and texts', words: 'Nothing is waiting to be sent.', mark: 'Clear', tone: 'good' }]
  }
  return held.map((figures) => ({
    name: QUEUES[figures.queue] ?? figures.queue,
    words: queueWords(figures),
    ...queueMark(figures),
  }))
}

function queueWords({ waiting, dead, oldestDueSeconds, restsUntil, reason }: QueueFigures): string {
  const oldest = oldestDueSeconds >= 60 ? `, the oldest for ${waitWords(oldestDueSeconds)}` : ''
  return [
    waiting > 0 ? `${waiting} waiting${oldest}.` : '',
    dead > 0 ? `${dead} given up.` : '',
    restsUntil === null
      ? ''
      : `The other side takes nothing (${reason ?? 'no reason given'}); tried again by itself.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function queueMark({ dead, restsUntil, oldestDueSeconds }: QueueFigures): Pick<StatusLine, 'mark' | 'tone'> {
  if (restsUntil !== null) return { mark: 'Resting', tone: 'concern' }
  if (oldestDueSeconds >= 300) return { mark: 'Behind', tone: 'concern' }
  return dead > 0 ? { mark: 'Given up', tone: 'concern' } : { mark: 'Working', tone: 'good' }
}

/** "12 minutes", "3 hours", "2 days": never more than is meant. */
export function waitWords(seconds: number): string {
  const [count, unit] =
    seconds < 5400
      ? [Math.max(1, Math.round(seconds / 60)), 'minute']
      : seconds < 129_600
        ? [Math.round(seconds / 3600), 'hour']
        : [Math.round(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "10.6 MB", in the units of file managers. */
export function sizeWords(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1))
  const size = bytes / 1000 ** (step + 1)
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} ${units[step]}`
}

import type { QueueFigures, SystemStatus } from './system-status.api.ts'

export interface StatusLine {
  name: string
  words: string
  /** One word at the end of the line; `concern` asks for attention. */
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

const QUEUES: Record<string, string> = {
  mails: 'Emails',
  texts: 'Texts',
  'unknown-texts': 'Delivery unknown',
  'carrier-webhooks': 'Reports of the simulated carrier',
}

/** Which outside services are live. */
export function serviceLines({ services }: SystemStatus): StatusLine[] {
  return SERVICES.map(({ key, name, live, simulated }) =>
    services[key].simulated ? { name, words: simulated, ...SIMULATED } : { name, words: live, ...LIVE },
  )
}

/** Waiting and failed jobs of the outgoing queues. */
export function queueLines({ queues }: SystemStatus): StatusLine[] {
  const held = queues.filter(({ waiting, dead }) => waiting + dead > 0)
  if (held.length === 0) {
    return [
      { name: 'Emails and texts', words: 'Nothing is waiting to be sent.', mark: 'Empty', tone: 'good' },
    ]
  }
  return held.map((figures) => ({
    name: QUEUES[figures.queue] ?? figures.queue,
    words: describeQueue(figures),
    ...markQueue(figures),
  }))
}

function describeQueue({ waiting, dead, oldestDueSeconds, restsUntil, reason }: QueueFigures): string {
  const oldest = oldestDueSeconds >= 60 ? `, the oldest for ${formatWait(oldestDueSeconds)}` : ''
  return [
    waiting > 0 ? `${waiting} waiting${oldest}.` : '',
    dead > 0 ? `${dead} given up.` : '',
    restsUntil === null
      ? ''
      : `The provider accepts nothing (${reason ?? 'no reason given'}); retried automatically.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "12 minutes", "3 hours", "2 days": rounded to one unit. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 5400
      ? [Math.max(1, Math.round(seconds / 60)), 'minute']
      : seconds < 129_600
        ? [Math.round(seconds / 3600), 'hour']
        : [Math.round(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function markQueue({ dead, restsUntil, oldestDueSeconds }: QueueFigures): Pick<StatusLine, 'mark' | 'tone'> {
  if (restsUntil !== null) return { mark: 'Paused', tone: 'concern' }
  if (oldestDueSeconds >= 300) return { mark: 'Behind', tone: 'concern' }
  return dead > 0 ? { mark: 'Given up', tone: 'concern' } : { mark: 'Working', tone: 'good' }
}

/** "10.6 MB", in decimal units. */
export function formatSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1))
  const size = bytes / 1000 ** (step + 1)
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} ${units[step]}`
}

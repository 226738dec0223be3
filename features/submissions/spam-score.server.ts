import type { ContactSubmission } from './submissions.ts'

/** Minimum score of possible spam. */
const THRESHOLD = 50

/** Verdict on the form's timing token; `absent` is no signal. */
export type FormTiming = 'absent' | 'plausible' | 'too fast' | 'stale' | 'forged'

export interface SpamSignals {
  timing: FormTiming
  senderOverLimit: boolean
  emailOverLimit: boolean
}

export interface SpamVerdict {
  spam: boolean
  score: number
  reasons: string[]
}

/**
 * Scores how much a submission looks automated. A missing token or honeypot field adds nothing: API clients and pages
 * without JavaScript send neither.
 */
export function scoreSpam(submission: ContactSubmission, signals: SpamSignals): SpamVerdict {
  const links = countLinks(submission.message)
  const findings: [points: number, applies: boolean, reason: string][] = [
    [100, submission.website !== null, 'filled in the hidden field'],
    [60, signals.timing === 'forged', 'timing token was not ours'],
    // Below the threshold alone: browser autofill is as fast as a bot.
    [40, signals.timing === 'too fast', 'sent within two seconds'],
    [10, signals.timing === 'stale', 'form was open for more than a day'],
    [60, signals.senderOverLimit, 'many messages from one address'],
    [60, signals.emailOverLimit, 'many messages under one e-mail'],
    [60, /\[url[=\]]|<a\s+href/i.test(submission.message), 'link markup in the message'],
    [30, links > 3, 'more than three links'],
    [30, links > 7, 'more than seven links'],
    [60, countLinks(`${submission.name} ${submission.company ?? ''}`) > 0, 'link as a name'],
  ]
  const found = findings.filter(([, applies]) => applies)
  const score = found.reduce((sum, [points]) => sum + points, 0)
  return { spam: score >= THRESHOLD, score, reasons: found.map(([, , reason]) => reason) }
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
}

import { MailError, type MailFailure } from '../../server/mail/mail-provider.ts'
import type { SendResult } from '../../server/providers/phone/phone-provider.ts'
import { pick, type Chance } from './chance.ts'

interface NetworkFault {
  delayMs: number
  lostRequest: boolean
  lostAnswer: boolean
  repeated: boolean
}

const KEPT: SendResult[] = [
  { result: 'not sent', reason: 'busy' },
  { result: 'not sent', reason: 'unreachable' },
  { result: 'unknown', reason: 'lost connection' },
  { result: 'refused', code: '30007', message: 'Filtered by the carrier' },
]
const FAILURES: MailFailure[] = ['later', 'away', 'unknown', 'refused']

/** How often the world around the product fails. Zero: never. */
export class Faults {
  /** Of requests; more texts and mails fail. */
  rate = 0
  carrierIsDown = false
  mailServerIsDown = false
  readonly #random: Chance

  constructor(random: Chance) {
    this.#random = random
  }

  network(): NetworkFault {
    const happens = (share: number) => this.#random() < this.rate * share
    return {
      delayMs: happens(3) ? this.#random() * 20_000 : 1 + this.#random() * 200,
      lostRequest: happens(1),
      lostAnswer: happens(1),
      repeated: happens(1),
    }
  }

  carrierAnswers(): boolean {
    return !this.carrierIsDown
  }

  /** Sends, sometimes late, or fails before or after the carrier took the text. */
  async sendText(send: () => Promise<SendResult>, sleep: (ms: number) => Promise<void>): Promise<SendResult> {
    if (this.carrierIsDown) return { result: 'not sent', reason: 'unreachable' }
    if (this.#random() < this.rate * 8) await sleep(this.#random() * 20_000)
    if (this.#random() >= this.rate * 8) return send()
    if (this.#random() < 0.6) return pick(this.#random, KEPT)
    await send()
    return { result: 'unknown', reason: 'time-out' }
  }

  /** Throws MailError instead of accepting. */
  sendMail(): void {
    if (this.mailServerIsDown) throw new MailError('away')
    if (this.#random() < this.rate * 5) throw new MailError(pick(this.#random, FAILURES))
  }
}

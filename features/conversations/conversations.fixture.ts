/** A webhook and when the carrier sends it, in milliseconds from the beginning. */
export interface IncomingText {
  after: number
  params: Record<string, string>
}

export interface Load {
  perSecond: number
  seconds: number
  /** The share of texts that come a second time. */
  repeated: number
  random: () => number
}

/** A text comes this much late at most, and overtakes or is overtaken. */
const DISORDER_MS = 400
const SENDERS = 300

/** What a carrier sends in so many seconds: texts out of order, some of them twice. Sorted by time. */
export function incomingTexts({ perSecond, seconds, repeated, random }: Load): IncomingText[] {
  const texts = Array.from({ length: perSecond * seconds }, (_, n) => {
    const params = {
      MessageSid: `SMload${String(n).padStart(26, '0')}`,
      From: `+1910763${String(Math.floor(random() * SENDERS)).padStart(4, '0')}`,
      To: '+19105550142',
      Body: `Text number ${n}, about the website.`,
      NumMedia: '0',
    }
    return { after: (n * 1_000) / perSecond + random() * DISORDER_MS, params }
  })
  const again = texts
    .filter(() => random() < repeated)
    .map((text) => ({ ...text, after: text.after + random() * DISORDER_MS }))
  return [...texts, ...again].toSorted((a, b) => a.after - b.after)
}

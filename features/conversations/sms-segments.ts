/** The basic characters of GSM 03.38, one unit each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** The extension table, two units each: an escape and a character, never split. */
const EXTENDED = '\f^{}\\[~]|€'

const UNITS = new Map([
  ...Array.from(BASIC, (character): [string, number] => [character, 1]),
  ...Array.from(EXTENDED, (character): [string, number] => [character, 2]),
])

/** Units in a single-part text, and in each part of a longer one, whose header takes six bytes. */
const SIZES = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

export interface TextSize {
  /** Characters as the browser counts them, for the counter. */
  length: number
  encoding: 'GSM-7' | 'UCS-2'
  /** Number of messages the carrier sends and bills. 0 for an empty text. */
  parts: number
  /** Units left before another part is needed. */
  left: number
}

/** Size of a text: GSM 03.38 if it contains every character, otherwise UCS-2 throughout. */
export function sizeOfText(text: string): TextSize {
  const characters = Array.from(text)
  const plain = characters.every((character) => UNITS.has(character))
  const encoding = plain ? 'GSM-7' : 'UCS-2'
  const units = characters.map((character) => (plain ? (UNITS.get(character) ?? 1) : character.length))
  return { length: text.length, encoding, ...countParts(units, SIZES[encoding]) }
}

function countParts(
  units: readonly number[],
  { alone, joined }: { alone: number; joined: number },
): Pick<TextSize, 'parts' | 'left'> {
  const total = units.reduce((sum, unit) => sum + unit, 0)
  if (total <= alone) return { parts: Math.min(total, 1), left: alone - total }
  let parts = 1
  let used = 0
  for (const unit of units) {
    // A two-unit character that does not fit moves to the next part.
    if (used + unit > joined) {
      parts += 1
      used = 0
    }
    used += unit
  }
  return { parts, left: joined - used }
}

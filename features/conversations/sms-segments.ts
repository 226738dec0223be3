/** The basic characters of GSM 03.38, each one unit of a text. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Its extension, each two units: an escape and a character, never parted. */
const EXTENDED = '\f^{}\\[~]|€'

const UNITS = new Map([
  ...Array.from(BASIC, (character): [string, number] => [character, 1]),
  ...Array.from(EXTENDED, (character): [string, number] => [character, 2]),
])

/** Units in a text that is one part, and in each part of a longer one, which begins with six bytes of its own. */
const SIZES = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

export interface TextSize {
  /** What the counter shows: characters as the browser counts them. */
  length: number
  encoding: 'GSM-7' | 'UCS-2'
  /** How many messages the carrier sends, and bills. 0 for an empty text. */
  parts: number
  /** Units that fit into these parts before one more is needed. */
  left: number
}

/** How a text travels: by GSM 03.38 while every character is in it, otherwise all of it in two-byte units. */
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
    // A pair of units that does not fit goes to the next part as a whole.
    if (used + unit > joined) {
      parts += 1
      used = 0
    }
    used += unit
  }
  return { parts, left: joined - used }
}

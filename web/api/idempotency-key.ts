/** A random UUID (version 4). `crypto.randomUUID` needs a secure context; `getRandomValues` does not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, position) =>
    versioned(byte, position).toString(16).padStart(2, '0'),
  ).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function versioned(byte: number, position: number): number {
  if (position === 6) return (byte & 0x0f) | 0x40
  return position === 8 ? (byte & 0x3f) | 0x80 : byte
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const VERSION = 2
const BODY_BYTES = 1 + 16 + 8
const MAC_BYTES = 32
const SHORTEST = 12

export interface RefreshToken {
  sessionId: string
  /** Number of tokens the session had before this one. */
  counter: number
}

export type ParsedRefreshToken =
  | { ok: true; token: RefreshToken }
  | { ok: false; reason: 'malformed' | 'unknown' }

export interface RefreshTokens {
  encode(token: RefreshToken): string
  parse(text: string): ParsedRefreshToken
}

/**
 * Tokens of the form base64url(version | session | counter | HMAC-SHA256). None is stored, yet the current one can be
 * reissued to a client that never received it.
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refresh tokens', 32))
  const mac = (body: Buffer) => createHmac('sha256', key).update(body).digest()

  return {
    encode(token) {
      const body = encodeBody(token)
      return Buffer.concat([body, mac(body)]).toString('base64url')
    },
    parse(text) {
      if (text.length < SHORTEST || !/^[\w-]+$/.test(text)) return { ok: false, reason: 'malformed' }
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes[0] !== VERSION)
        return { ok: false, reason: 'unknown' }
      const body = bytes.subarray(0, BODY_BYTES)
      if (!timingSafeEqual(mac(body), bytes.subarray(BODY_BYTES))) return { ok: false, reason: 'unknown' }
      return { ok: true, token: decodeBody(body) }
    },
  }
}

function encodeBody({ sessionId, counter }: RefreshToken): Buffer {
  const body = Buffer.alloc(BODY_BYTES)
  body[0] = VERSION
  body.write(sessionId.replaceAll('-', ''), 1, 'hex')
  body.writeBigUInt64BE(BigInt(counter), 17)
  return body
}

function decodeBody(body: Buffer): RefreshToken {
  const sessionId = body.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: Number(body.readBigUInt64BE(17)) }
}

import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Bytes of a secret; RFC 4226 asks for 20 with SHA-1. */
const SECRET_BYTES = 20
/** Seconds a code lives. One step earlier or later is accepted too, for clock skew. */
const PERIOD = 30
const WINDOW = 1

export interface Enrollment {
  /** The encrypted secret, as stored. */
  sealed: string
  /** In base32, for manual entry. */
  secret: string
  uri: string
  /** An SVG document. */
  qrCode: string
}

export interface Authenticators {
  /** Creates a secret for an app; it cannot be read again. */
  create(account: { email: string; issuer: string }): Promise<Enrollment>
  /** The 30-second step a code belongs to; null for a wrong code. */
  findStep(sealed: string, code: string, now: Date): Promise<number | null>
}

/** Authenticator apps (TOTP, RFC 6238). Secrets are stored as JWE, under a key derived from JWT_SECRET. */
export function createAuthenticators(jwtSecret: string): Authenticators {
  const key = new Uint8Array(hkdfSync('sha256', jwtSecret, '', 'authenticator secrets', 32))
  return {
    async create({ email, issuer }) {
      const secret = new Secret({ size: SECRET_BYTES })
      const uri = new TOTP({ issuer, label: email, secret, period: PERIOD }).toString()
      return { sealed: await seal(secret.base32), secret: secret.base32, uri, qrCode: renderSVG(uri) }
    },
    async findStep(sealed, code, now) {
      if (!/^\d{6}$/.test(code)) return null
      const secret = Secret.fromBase32(await open(sealed))
      const timestamp = now.getTime()
      const delta = TOTP.validate({ token: code, secret, timestamp, period: PERIOD, window: WINDOW })
      return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta
    },
  }

  function seal(text: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key)
  }

  async function open(sealed: string): Promise<string> {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    return new TextDecoder().decode((await compactDecrypt(sealed, key, options)).plaintext)
  }
}

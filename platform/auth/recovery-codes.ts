import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { Transaction } from '../database/database.ts'

/** Digits and letters without look-alikes. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 16
const CODES = 10

export interface RecoveryCodes {
  /** Replaces the factor's codes with a new set and returns them; they cannot be read again. */
  replace(tx: Transaction, factorId: string): Promise<string[]>
  /** Marks a code as used. False for a wrong or used one. */
  use(tx: Transaction, code: { factorId: string; typed: string; now: Date }): Promise<boolean>
}

/** Recovery codes for a lost phone, about 79 bits each; only a keyed hash is stored. */
export function createRecoveryCodes(jwtSecret: string): RecoveryCodes {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'recovery codes', 32))
  const hash = (code: string) => createHmac('sha256', key).update(code).digest('hex')

  return {
    async replace(tx, factorId) {
      const codes = Array.from({ length: CODES }, generateCode)
      await tx.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId])
      await tx.query(
        `insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])`,
        [factorId, codes.map(hash)],
      )
      return codes
    },
    async use(tx, { factorId, typed, now }) {
      const { rowCount } = await tx.query(
        `update auth.mfa_recovery_codes set used_at = $3
         where factor_id = $1 and code_hash = $2 and used_at is null returning id`,
        [factorId, hash(normalize(typed)), now.toISOString()],
      )
      return rowCount > 0
    },
  }
}

/** Ignores case, spaces and hyphens. */
function normalize(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}

function generateCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

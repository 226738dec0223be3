import { createFairQueue } from '../http/fair-queue.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 14 ms. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ARGON2_PREFIX = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

/** The hash of 32 random bytes that were never stored: unknown accounts take as long as known ones. */
const DECOY = `${ARGON2_PREFIX}LCs/M36CtlSvMPTvPKlLXw$L7S+QfQuEukaAsEoNysPaNqklRNFv64urc0PLKJ1G58`

/** 64 queued checks are about half a second of work; further ones get a retryable error. */
const QUEUE = { running: 2, waiting: 64 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Null always fails, after the same work. Throws BusyError. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** Hashes passwords, a few at a time, since each takes a core and 19 MiB. */
export function createPasswords(): Passwords {
  const queued = createFairQueue(QUEUE)
  return {
    hash: (password) => queued('everybody', () => hashPassword(password)),
    verify: (stored, password) => queued('everybody', () => verifyPassword(stored, password)),
  }
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password, ARGON2)
}

/** Whether a hash uses today's algorithm and parameters; an imported bcrypt hash does not. */
export function isCurrentHash(stored: string): boolean {
  return stored.startsWith(ARGON2_PREFIX)
}

async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null && /^\$2[abxy]\$/.test(stored))
    return (await import('@node-rs/bcrypt')).verify(password, stored)
  const { verify } = await import('@node-rs/argon2')
  const matches = await verify(stored ?? DECOY, password)
  return matches && stored !== null
}

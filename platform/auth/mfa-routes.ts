import { Hono } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'
import type { AuthParts } from './auth-options.ts'
import { challenge } from './challenge.ts'
import { enroll } from './enroll.ts'
import {
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  showRecoveryCodes,
  verifyRecoveryCode,
} from './mfa-recovery.ts'
import { unenroll } from './unenroll.ts'
import { verifyFactor } from './verify-factor.ts'

/** Second factors, to be mounted at `/factors`. */
export function factors(auth: AuthParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/', enroll(auth))
  app.get('/recovery-codes', showRecoveryCodes(auth))
  app.post('/recovery-codes', generateRecoveryCodes(auth))
  app.delete('/recovery-codes', removeRecoveryCodes(auth))
  app.post('/recovery-codes/regenerate', regenerateRecoveryCodes(auth))
  app.post('/recovery-codes/verify', verifyRecoveryCode(auth))
  app.post('/:id/challenge', challenge(auth))
  app.post('/:id/verify', verifyFactor(auth))
  app.delete('/:id', unenroll(auth))
  return app
}

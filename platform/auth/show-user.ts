import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { requireClaims, requireSignedIn } from './require-user.ts'
import { userJson } from './user-json.ts'

export function showUser(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const { user } = await asAuthAdmin(auth, (tx) => requireSignedIn(tx, claims, auth.clock()))
    return c.json(userJson(user))
  }
}

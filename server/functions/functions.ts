import { clientIp } from './client-ip.ts'
import { formToken } from './form-token.ts'
import { handleContactForm } from './handle-contact-form.ts'
import { manageTeam } from './manage-team.ts'
import { ownAccount } from './own-account.ts'
import type { ServerFunction } from './server-function.ts'

/** Every function the server offers; who may call it stands beside its name. */
export const functions: readonly ServerFunction[] = [
  handleContactForm, // anyone with a key
  clientIp, // everybody
  formToken, // everybody
  manageTeam, // admins, and the machine's own commands
  ownAccount, // everybody signed in
]

import type { Context } from 'hono'

/** What this surface offers; the client library asks before it shows a sign-in screen. */
export function settings(c: Context): Response {
  return c.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })
}

export function health(c: Context): Response {
  return c.json({ name: 'auth', description: 'Accounts and sessions' })
}

/** Tokens are signed with a shared secret, so there is no public key to give away. */
export function keySet(c: Context): Response {
  return c.json({ keys: [] })
}

import type { FactorRow, IdentityRow, UserRow } from './users.ts'

/** An account as JSON for clients. Omits unset timestamps, like the hosted service. */
export function toUserJson(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: '',
    ...times({
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    ...(user.email_change === null ? {} : { new_email: user.email_change }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(toIdentityJson),
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(toFactorJson) }),
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  }
}

function toIdentityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...times({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...(identity.email === null ? {} : { email: identity.email }),
  }
}

function toFactorJson(factor: FactorRow) {
  return {
    id: factor.id,
    ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    status: factor.status,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    ...times({ last_challenged_at: factor.last_challenged_at }),
  }
}

function times(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, iso(value)]])),
  )
}

function iso(value: string): string {
  return new Date(value).toISOString()
}

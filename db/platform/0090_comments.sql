-- What each table and column of our own accounts is for. A hosted project has accounts and comments of its own.

set local role supabase_auth_admin;

comment on table auth.identities is 'How a user signs in; one row per provider.';
comment on column auth.identities.id is 'Primary key.';
comment on column auth.identities.provider_id is 'The provider''s id of the user.';
comment on column auth.identities.user_id is 'User it belongs to.';
comment on column auth.identities.identity_data is 'What the provider says about the user.';
comment on column auth.identities.provider is 'Name of the provider; email here.';
comment on column auth.identities.last_sign_in_at is 'When the user last signed in with it.';
comment on column auth.identities.created_at is 'When the row was created.';
comment on column auth.identities.updated_at is 'When the row was last changed.';
comment on column auth.identities.email is 'Email address in identity_data, in lower case. Generated.';

comment on table auth.mfa_challenges is 'Open attempts to use a second factor.';
comment on column auth.mfa_challenges.id is 'Primary key.';
comment on column auth.mfa_challenges.factor_id is 'Factor that is asked for.';
comment on column auth.mfa_challenges.created_at is 'When the row was created.';
comment on column auth.mfa_challenges.ip_address is 'Address the attempt came from.';

comment on table auth.mfa_factors is 'Second factors of users.';
comment on column auth.mfa_factors.id is 'Primary key.';
comment on column auth.mfa_factors.user_id is 'User it belongs to.';
comment on column auth.mfa_factors.friendly_name is 'Name the user gave it.';
comment on column auth.mfa_factors.factor_type is 'totp or recovery_code.';
comment on column auth.mfa_factors.status is 'unverified or verified.';
comment on column auth.mfa_factors.created_at is 'When the row was created.';
comment on column auth.mfa_factors.updated_at is 'When the row was last changed.';
comment on column auth.mfa_factors.secret is 'TOTP secret, encrypted with a key derived from JWT_SECRET. Null for recovery codes.';
comment on column auth.mfa_factors.last_challenged_at is 'When it was last asked for.';
comment on column auth.mfa_factors.last_step is
  'Newest 30-second step whose code was accepted; that one and earlier ones are refused.';

comment on table auth.mfa_recovery_codes is 'Recovery codes, as hashes.';
comment on column auth.mfa_recovery_codes.id is 'Primary key.';
comment on column auth.mfa_recovery_codes.factor_id is 'Factor the code belongs to.';
comment on column auth.mfa_recovery_codes.code_hash is 'HMAC-SHA256 of the code under a key derived from JWT_SECRET.';
comment on column auth.mfa_recovery_codes.used_at is 'When it was used. Null: it still works.';

comment on table auth.one_time_tokens is 'Links and codes sent by mail, as hashes.';
comment on column auth.one_time_tokens.id is 'Primary key.';
comment on column auth.one_time_tokens.user_id is 'User it was sent to.';
comment on column auth.one_time_tokens.token_type is 'What it is for: confirmation, recovery or a change of address.';
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the token, which exists only in the mail.';
comment on column auth.one_time_tokens.relates_to is 'Email address it was sent to.';
comment on column auth.one_time_tokens.created_at is 'When the row was created.';
comment on column auth.one_time_tokens.expires_at is 'When it stops working.';

comment on table auth.sessions is 'Sign-ins that have not ended.';
comment on column auth.sessions.id is 'Primary key.';
comment on column auth.sessions.user_id is 'User who signed in.';
comment on column auth.sessions.created_at is 'When the row was created.';
comment on column auth.sessions.updated_at is 'When the row was last changed.';
comment on column auth.sessions.refreshed_at is 'When the refresh token was last used.';
comment on column auth.sessions.not_after is 'When the session ends whatever happens.';
comment on column auth.sessions.user_agent is 'Browser, as it names itself.';
comment on column auth.sessions.ip is 'Address the sign-in came from.';
comment on column auth.sessions.aal is 'Assurance level: aal2 after a second factor.';
comment on column auth.sessions.amr is 'Ways of authentication used, with times.';
comment on column auth.sessions.refresh_token_counter is 'Number the newest refresh token is derived from; no token is stored.';

comment on table auth.sign_ups is 'Sign-ups whose mail nobody has opened yet. Each link confirms the password of its own sign-up.';
comment on column auth.sign_ups.id is 'Primary key.';
comment on column auth.sign_ups.user_id is 'Account that was signed up for.';
comment on column auth.sign_ups.token_hash is 'SHA-256 of the token, which exists only in the mail.';
comment on column auth.sign_ups.encrypted_password is
  'Hash of the password this sign-up chose. Null: the reader chooses one after confirming.';
comment on column auth.sign_ups.user_metadata is 'What this sign-up said about the user.';
comment on column auth.sign_ups.created_at is 'When the row was created.';
comment on column auth.sign_ups.expires_at is 'When the link stops working.';

comment on table auth.users is 'Accounts.';
comment on column auth.users.id is 'Primary key.';
comment on column auth.users.aud is 'Audience of the tokens.';
comment on column auth.users.role is 'Database role of the tokens.';
comment on column auth.users.email is 'Email address in lower case.';
comment on column auth.users.encrypted_password is 'Hash of the password. Null before one is set.';
comment on column auth.users.email_confirmed_at is 'When the address was confirmed.';
comment on column auth.users.invited_at is 'When the account was invited.';
comment on column auth.users.confirmation_sent_at is 'When the last confirmation mail was requested.';
comment on column auth.users.recovery_sent_at is 'When the last recovery mail was requested.';
comment on column auth.users.email_change is 'New address that waits for confirmation.';
comment on column auth.users.email_change_sent_at is 'When that confirmation was requested.';
comment on column auth.users.email_change_confirm_status is '1 once one of the two addresses has confirmed the change.';
comment on column auth.users.last_sign_in_at is 'When the user last signed in.';
comment on column auth.users.raw_app_meta_data is 'What the server stores about the account; the user cannot change it.';
comment on column auth.users.raw_user_meta_data is 'What the user stores about themselves.';
comment on column auth.users.banned_until is 'Until then the account is disabled.';
comment on column auth.users.is_anonymous is 'Always false: there are no anonymous accounts.';
comment on column auth.users.created_at is 'When the row was created.';
comment on column auth.users.updated_at is 'When the row was last changed.';

reset role;

set local role supabase_auth_admin;
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) values
  ('15000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000003', 'Phone', 'totp', 'unverified', 'sealed');
insert into auth.mfa_recovery_codes (factor_id, code_hash, id) values
  ('15000000-0000-4000-8000-000000000001', 'aa11', '15000000-0000-4000-8000-000000000002');
reset role;

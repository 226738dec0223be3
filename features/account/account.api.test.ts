import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { signIn, signUp } from './account.api.ts'

const refusing = createClient('https://agency.example', 'anon', {
  global: {
    fetch: async () =>
      Response.json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 }),
  },
  auth: { persistSession: false },
})

test('signIn throws "Sign in failed" with the reason when the server refuses', async () => {
  await expect(signIn(refusing, 'ada@harbor.example', 'wrong')).rejects.toMatchObject({
    message: 'Sign in failed',
    reason: 'wrong-password',
  })
})

test('signUp throws "Sign up failed" when the server refuses', async () => {
  const account = { email: 'ada@harbor.example', password: 'wrong', firstName: 'Ada', lastName: 'Moss' }
  await expect(signUp(refusing, account)).rejects.toMatchObject({ message: 'Sign up failed' })
})

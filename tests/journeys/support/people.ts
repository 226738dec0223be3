import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { expect, test } from './journey.ts'
import type { RunningSite } from './running-site.ts'

/** A client with the service role key, like the owner's own programs. */
export function createServiceClient(site: RunningSite): SupabaseClient {
  return createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
}

/** Names no other test uses: tests share a server. */
export const tag = () => `${test.info().testId.slice(-5)}${test.info().project.name}`

/** Phone numbers in North Carolina that end in digits no other test uses. */
export function formatNumber(place: number): string {
  const own = Array.from(tag()).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900, 7)
  return `+1910${200 + place}${String(own + place).padStart(4, '0')}`
}

interface Fields {
  first_name: string
  email?: string
  phone?: string
  text_consent?: boolean
}

export async function writeContact(site: RunningSite, fields: Fields): Promise<string> {
  const row = { last_name: tag(), ...fields }
  const { data } = await createServiceClient(site)
    .from('crm_contacts')
    .insert(row)
    .select('id')
    .single()
    .throwOnError()
  return z.object({ id: z.string() }).parse(data).id
}

/** An action on a phone of the simulated carrier, or in a mailbox of the simulated mail server. */
export async function actInSandbox(
  site: RunningSite,
  sandbox: 'sandbox-phone' | 'sandbox-mail',
  body: object,
): Promise<void> {
  const { error } = await createServiceClient(site).functions.invoke(sandbox, { body })
  expect(error).toBeNull()
}

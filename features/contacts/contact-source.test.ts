import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld, type TeamWorld } from '../team/team.fixture.ts'
import { findContactSource } from './contacts.api.ts'

describeBothDatabases('source of a contact', (open) => {
  let database: Database
  let world: TeamWorld
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    world = await createTeamWorld(database)
    manager = await world.member('mia@source.example', 'manager')
  })
  afterAll(() => database.close())

  async function readSource(column: string, value: string): Promise<unknown> {
    const { data } = await manager
      .from('crm_contacts')
      .select('source')
      .eq(column, value)
      .single()
      .throwOnError()
    return data.source
  }

  test('a contact of the contact form has the source website', async () => {
    const body = { name: 'Ana Reyes', email: 'ana@source.example', message: 'Hello', textConsent: false }
    const { error } = await world.anybody().functions.invoke('handle-contact-form', { body })
    expect(error).toBeNull()
    expect(await readSource('email', 'ana@source.example')).toBe('website')
  })

  async function submit(email: string, origin: object) {
    const body = {
      name: 'Ola Berg',
      email,
      message: 'Hello',
      textConsent: false,
      page: '/contact',
      ...origin,
    }
    const { error } = await world.anybody().functions.invoke('handle-contact-form', { body })
    expect(error).toBeNull()
  }

  async function findOrigin(email: string) {
    const { data } = await manager
      .from('crm_contacts')
      .select('id')
      .eq('email', email)
      .single()
      .throwOnError()
    return findContactSource(manager, data.id)
  }

  const unsaid = {
    first_page: null,
    page: '/contact',
    referrer_host: null,
    ad_network: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
  }

  test('findContactSource returns the origin of the first inquiry', async () => {
    const email = 'ola@source.example'
    const origin = { firstPage: '/pricing', referrer: 'https://www.google.com/', adNetwork: 'Google Ads' }
    await submit(email, { ...origin, utm_campaign: 'fall-dental', gclid: 'a-click-id' })
    await asService(database, (tx) =>
      tx.query(
        `insert into public.contact_submissions
           (received_at, contact_id, name, email, message, text_consent, raw, first_page, utm_campaign)
         select received_at + interval '1 day', contact_id, name, email, message, text_consent, raw, '/about', 'later'
         from public.contact_submissions where email = $1`,
        [email],
      ),
    )
    expect(await findOrigin(email)).toEqual({
      source: 'website',
      origin: {
        ...unsaid,
        first_page: '/pricing',
        referrer_host: 'google.com',
        ad_network: 'Google Ads',
        utm_campaign: 'fall-dental',
      },
    })
  })

  test('findContactSource returns the origin of a booking if there was no inquiry', async () => {
    const { data } = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Bo' })
      .select('id')
      .single()
      .throwOnError()
    const book = (at: string, page: string | null) =>
      asService(database, (tx) =>
        tx.query(
          `insert into public.meetings (contact_id, created_at, starts_at, ends_at, blocked_until, medium, name, email, phone,
             first_page, referrer_host, ad_network, utm_campaign)
           select $1, $2, at, at + interval '1 hour', at + interval '1 hour', 'phone', 'Bo', 'bo@source.example', '1', $3,
             'bing.com', 'Microsoft Ads', 'map-audit'
           from (values ($2::timestamptz + interval '1 day')) as time (at)`,
          [data.id, at, page],
        ),
      )
    await book('2026-03-01T15:00:00Z', null)
    await book('2026-03-02T15:00:00Z', '/services')
    await book('2026-03-03T15:00:00Z', '/about')
    const { origin } = (await findContactSource(manager, data.id)) ?? {}
    const booked = { first_page: '/services', referrer_host: 'bing.com', ad_network: 'Microsoft Ads' }
    expect(origin).toEqual({ ...unsaid, ...booked, page: '/schedule', utm_campaign: 'map-audit' })
    const { data: keys } = await manager
      .from('contact_search')
      .select('first_page_key, sent_by_key, campaign_key')
      .eq('id', data.id)
      .single()
      .throwOnError()
    expect(keys).toEqual({ first_page_key: '/services', sent_by_key: 'bing.com', campaign_key: 'map-audit' })
  })

  test.each([
    [{}, {}],
    [{ referrer: 'javascript:alert(1)', adNetwork: { gclid: 'x' } }, {}],
    [{ referrer: 'not an address', adNetwork: '<script>' }, {}],
    [{ referrer: `https://${'long.'.repeat(90)}example/` }, {}],
    [{ utm_source: `<script>\u0000\n${'x'.repeat(200)}` }, { utm_source: `<script> ${'x'.repeat(91)}` }],
    [{ referrer: 'android-app://com.mail.reader/' }, { referrer_host: 'com.mail.reader' }],
  ])('a form that says %j about the visit is stored with what can be read', async (said, kept) => {
    const email = `${crypto.randomUUID()}@source.example`
    await submit(email, said)
    expect((await findOrigin(email))?.origin).toEqual({ ...unsaid, ...kept })
  })

  test('a contact made for an unknown number has the source phone', async () => {
    await asService(database, (tx) => tx.query(`select private.contact_of_number('+19105550177')`))
    expect(await readSource('phone', '+19105550177')).toBe('phone')
  })

  test('a contact inserted during an import has the source import', async () => {
    await asService(database, async (tx) => {
      await tx.query(`select set_config('private.import_id', gen_random_uuid()::text, true)`)
      await tx.query(`insert into public.crm_contacts (first_name) values ('Imported')`)
    })
    expect(await readSource('first_name', 'Imported')).toBe('import')
  })

  test('a contact that staff add has the source staff, also after it was deleted and restored', async () => {
    const { data } = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Added' })
      .select('id')
      .single()
      .throwOnError()
    expect(await readSource('id', data.id)).toBe('staff')
    await manager.from('crm_contacts').delete().eq('id', data.id).throwOnError()
    await manager.from('deleted_contacts').update({ restored: true }).eq('id', data.id).throwOnError()
    expect(await readSource('id', data.id)).toBe('staff')
  })

  test("a contact of the owner's own program has no source, unless the program says one", async () => {
    await asService(database, (tx) =>
      tx.query(
        `insert into public.crm_contacts (first_name, source) values ('Unknown', null), ('Said', 'phone')`,
      ),
    )
    expect(await readSource('first_name', 'Unknown')).toBeNull()
    expect(await readSource('first_name', 'Said')).toBe('phone')
  })
})

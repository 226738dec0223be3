import { expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { listSimilar, nameSimilarities, similarTo } from './contact-merges.api.ts'

test('similarTo asks for nothing until an email, a whole number or a company is typed', () => {
  expect(similarTo({ email: 'ana', phone: '910 762', company: ' ' })).toEqual([])
})

test('nameSimilarities ignores an email, number or company that neither has', () => {
  const contact = { email_key: 'ana@x.example', phone: null, company_key: null }
  const typed = { email: ' Ana@X.example', phone: '', company: '' }
  expect(nameSimilarities(contact, typed)).toEqual(['email'])
  const caller = { email_key: null, phone: '+1 (910) 762-0171', company_key: 'swann' }
  expect(nameSimilarities(caller, { email: '', phone: '910.762.0171', company: 'Swann ' })).toEqual([
    'phone',
    'company',
  ])
  expect(nameSimilarities(caller, typed)).toEqual([])
})

describeBothDatabases('listSimilar', (open) => {
  test('listSimilar finds contacts with the typed email, number or company, and only those', async () => {
    const database = await open()
    const world = await createTeamWorld(database)
    const manager = await world.member('mia@similar.example', 'manager')
    await asService(database, (tx) =>
      tx.query(
        `insert into public.crm_contacts (first_name, email, phone, company, created_at) values
           ('Ana', 'Info@Topsail.example', null, null, now() - interval '1 day'),
           ('Bea', null, '+1 (910) 762-0171', null, now() - interval '2 days'),
           ('Cal', null, null, 'Swann, "Bo" & Sons', now() - interval '3 days'),
           ('Dot', 'info@topsail.example.org', '(910) 762-0172', 'Swann', now())`,
      ),
    )
    const find = async (typed: Partial<Parameters<typeof similarTo>[0]>) => {
      const found = await listSimilar(manager, similarTo({ email: '', phone: '', company: '', ...typed }))
      return found.map(({ first_name: name }) => name)
    }
    expect(await find({ email: ' info@TOPSAIL.example' })).toEqual(['Ana'])
    expect(await find({ phone: '910.762.0171' })).toEqual(['Bea'])
    expect(await find({ company: 'swann, "bo" & sons' })).toEqual(['Cal'])
    expect(await find({ email: 'info@topsail.example', phone: '(910) 762-0171' })).toEqual(['Ana', 'Bea'])
    await database.close()
  })
})

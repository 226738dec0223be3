import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createContentWorld, type ContentWorld } from '../blog-assistant/blog-assistant.fixture.ts'

describeBothDatabases('accept-submission', (open) => {
  let world: ContentWorld
  beforeAll(async () => {
    world = await createContentWorld(await open())
  })

  test('accept-submission creates a contact once for staff and answers 403 to visitors and clients', async () => {
    const email = `${randomUUID()}@example.com`
    const form = { name: 'Ana Cruz', email, message: 'We need a website.', website: 'x' }
    const { id: submissionId } = await (await world.call('handle-contact-form', 'visitor', form)).json()
    const contacts = () => world.rows('select id from public.crm_contacts where email = $1', email)
    expect(await contacts()).toEqual([])

    expect((await world.call('accept-submission', 'visitor', { submissionId })).status).toBe(403)
    expect((await world.call('accept-submission', 'client', { submissionId })).status).toBe(403)
    const accepted = await world.call('accept-submission', 'manager', { submissionId })
    expect(accepted.status).toBe(200)
    expect(await contacts()).toEqual([{ id: (await accepted.json()).contactId }])
    expect((await world.call('accept-submission', 'manager', { submissionId })).status).toBe(409)
  })
})

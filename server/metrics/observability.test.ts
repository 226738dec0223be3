import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startServer, type StartedServer } from '../../tests/faults/started-server.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { newDatabaseUrl, newDataDirectory } from '../../tests/support/databases.ts'

const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }
const VISITOR = {
  name: 'Zephyrine Quillfeather',
  email: 'zephyrine@quillfeather.example',
  phone: '(910) 762-0177',
  message: 'My secret garden needs a website',
}
const ADDRESS = '203.0.113.77'
const AGENT = 'Netscape-of-Zephyrine/1.0'
const keys = z.object({ jwtSecret: z.string(), anonKey: z.string(), serviceRoleKey: z.string() })

describe('a server that is looked at', () => {
  let server: StartedServer
  let secrets: z.infer<typeof keys>
  let metricsUrl: string

  beforeAll(async () => {
    const metricsPort = await freePort()
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    const dataDirectory = await newDataDirectory('empty')
    server = await startServer({
      dataDirectory,
      databaseUrl: await newDatabaseUrl(),
      settings: {
        LOG_LEVEL: 'trace',
        METRICS_PORT: String(metricsPort),
        // Nothing listens there: the mail server is down.
        SMTP_URL: 'smtp://postmaster:letters-by-night@127.0.0.1:9',
      },
    })
    secrets = keys.parse(JSON.parse(await readFile(join(dataDirectory, 'secrets.json'), 'utf8')))
  })
  afterAll(async () => server.stop())

  function connectAs(key: string): SupabaseClient {
    return createClient(server.address, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'x-forwarded-for': ADDRESS, 'user-agent': AGENT } },
    })
  }

  /** Exercises the site, including failures, so that there is something to log. */
  async function beUsed(): Promise<{ tokens: string[]; requestId: string }> {
    const visitor = connectAs(secrets.anonKey)
    await visitor.functions.invoke('handle-contact-form', { body: { ...VISITOR, textConsent: true } })
    await visitor.auth.signUp({ email: VISITOR.email, password: 'my-first-schooner' })
    const { data } = await visitor.auth.signInWithPassword(ADMIN)
    await visitor.from('crm_contacts').select('*').eq('email', VISITOR.email)
    await visitor.from('crm_contacts').select('*').eq('id', VISITOR.name)
    await visitor.from('crm_contacts').insert({ ...VISITOR, id: VISITOR.email })
    const service = connectAs(secrets.serviceRoleKey)
    await service.from('notifications').insert({ title: 'x', message: 'y', contact_id: VISITOR.email })
    const page = await fetch(`${server.address}/blog?search=${encodeURIComponent(VISITOR.name)}`, {
      headers: {
        'x-forwarded-for': ADDRESS,
        'user-agent': AGENT,
        referer: `https://x.test/?${VISITOR.email}`,
      },
    })
    await page.arrayBuffer()
    const { access_token: access = '', refresh_token: refresh = '' } = data.session ?? {}
    return { tokens: [access, refresh], requestId: page.headers.get('x-request-id') ?? '' }
  }

  function linesWritten(): Record<string, unknown>[] {
    return server.output.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  }

  function findPaths(requestId: string): unknown[] {
    return linesWritten()
      .filter((line) => line['requestId'] === requestId)
      .map((line) => line['path'])
  }

  test('the log has every request under the id of its response, without personal data', async () => {
    const { tokens, requestId } = await beUsed()
    // The log line is written after the response.
    await vi.waitFor(() => expect(findPaths(requestId).at(-1)).toBe('/blog'), 10_000)
    expect(findPaths(requestId)).toContain('/rest/v1/post_search')
    const requests = linesWritten().filter((line) => line['msg'] === 'request')
    expect(requests.length).toBeGreaterThan(5)
    for (const line of requests) expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/)

    const personal = [
      ...Object.values(VISITOR),
      'Zephyrine',
      'Quillfeather',
      '762-0177',
      '+19107620177',
      ADDRESS,
    ]
    const secret = [
      ...Object.values(secrets),
      ...tokens,
      ADMIN.password,
      'my-first-schooner',
      'letters-by-night',
    ]
    const written = server.output.join('\n').toLowerCase()
    const found = [...personal, ...secret, AGENT, ADMIN.email].filter((text) =>
      written.includes(text.toLowerCase()),
    )
    expect(found).toEqual([])
  })

  test('the metrics port reports requests, database, queues and services', async () => {
    const figures = await (await fetch(metricsUrl)).text()
    expect(figures).toMatch(
      /http_request_duration_seconds_count\{surface="functions",method="POST",status="2xx"\} [1-9]/,
    )
    expect(figures).toMatch(/database_transaction_duration_seconds_count\{outcome="committed"\} [1-9]/)
    expect(figures).toMatch(/database_transactions\{state="connections"\} 10/)
    expect(figures).toMatch(/queue_jobs\{queue="mails",state="waiting"\} [1-9]/)
    expect(figures).toMatch(/provider_calls_total\{service="mail",outcome="away"\} [1-9]/)
    expect(figures).toContain('database_up 1')
    expect(figures.toLowerCase()).not.toContain('zephyrine')
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
  })

  test('system status is visible to admins only', async () => {
    const admin = connectAs(secrets.anonKey)
    await admin.auth.signInWithPassword(ADMIN)
    const look = async () => (await admin.functions.invoke('system-status', { method: 'GET' })).data
    expect(await look()).toMatchObject({
      version: '0.1.0',
      services: { mail: { simulated: false }, phone: { simulated: true }, files: { onThisMachine: true } },
      database: { kind: 'server', bytes: expect.any(Number) },
      copies: [{ version: '0.1.0' }],
      backup: { provenAt: null, error: null },
    })
    // Between pauses the queue probes the mail server.
    await expect
      .poll(async () => z.object({ queues: z.array(z.looseObject({})) }).parse(await look()).queues)
      .toContainEqual(
        expect.objectContaining({
          queue: 'mails',
          reason: expect.any(String),
          restsUntil: expect.any(String),
        }),
      )

    const body = {
      action: 'create',
      email: 'mo@site.test',
      password: 'manager at high water',
      role: 'manager',
    }
    await connectAs(secrets.serviceRoleKey).functions.invoke('manage-team', { body })
    const manager = connectAs(secrets.anonKey)
    await manager.auth.signInWithPassword({ email: body.email, password: body.password })
    for (const other of [manager, connectAs(secrets.anonKey)]) {
      const { error } = await other.functions.invoke('system-status', { method: 'GET' })
      expect(error?.context?.status).toBe(403)
    }
  })
})

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MODEL_REQUESTS_PER_DAY } from '../../server/spend-limits.ts'
import { findStoredPicture } from '../../web/picture-addresses.ts'
import { people } from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { json, silence, startStubServer, type StubServer } from '../../tests/support/stub-http-server.ts'
import { createContentWorld, type ContentWorld } from './blog-assistant.fixture.ts'

const calls: [name: string, body: unknown][] = [
  ['generate-blog-content', { prompt: 'Booking pages for clinics' }],
  ['generate-blog-image', { prompt: 'A harbor at dawn' }],
  ['search-stock-photos', { query: 'boat' }],
  ['select-stock-photo', { id: 'regatta' }],
  ['auto-generate-blog-post', { test: true }],
  ['upload-picture', new Uint8Array(4)],
]

describeBothDatabases('the functions of the blog assistant', (open) => {
  let world: ContentWorld
  beforeAll(async () => {
    world = await createContentWorld(await open())
  })
  afterAll(() => world.close())

  test.each(calls)('%s is for admins only', async (name, body) => {
    expect((await world.call(name, 'nobody', body)).status).toBe(401)
    for (const person of ['newcomer', 'client', 'manager'] as const) {
      const response = await world.call(name, person, body)
      expect([person, response.status]).toEqual([person, 403])
      expect(await response.json()).toEqual({ error: 'Only admins may do this.' })
    }
  })

  test.each([
    [
      'generate-blog-content',
      { prompt: ' \n' },
      'Please enter a blog topic or outline of at most 4,000 characters.',
    ],
    ['generate-blog-content', { prompt: 'x'.repeat(4001) }, /at most 4,000 characters/],
    ['generate-blog-image', {}, /Please enter a description for the image/],
    ['search-stock-photos', { query: '' }, /Please enter a search term/],
    ['search-stock-photos', { query: 'a', page: 0 }, /Please enter a search term/],
    ['select-stock-photo', { id: 1 }, 'Please choose a photo.'],
    ['auto-generate-blog-post', [], /The request should be/],
  ])('%s rejects the body %j with an explanation', async (name, body, words) => {
    const response = await world.call(name, 'admin', body)
    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatch(words)
  })

  test('generate-blog-content returns a whole article, and the saved post keeps its prompt and model', async () => {
    const response = await world.call('generate-blog-content', 'admin', {
      prompt: 'Booking pages for clinics',
    })
    expect(response.status).toBe(200)
    const draft = await response.json()
    expect(draft).toMatchObject({ title: 'Sample draft: Booking pages for clinics', simulated: true })
    expect(draft.excerpt).toBeTruthy()
    expect(draft.content).toContain('## ')
    // The title stays unedited; excerpt and content change before saving.
    const [post] = await world.as(
      'admin',
      `insert into public.blog_posts (title, slug, content, author_id) values ($1, 'booking', 'Mine', $2) returning id`,
      draft.title,
      people.admin,
    )
    const kept = await world.rows(`select * from public.ai_generations where post_id = $1`, post?.['id'])
    expect(kept).toMatchObject([
      {
        kind: 'article',
        prompt: 'Booking pages for clinics',
        model: 'simulated',
        simulated: true,
        outcome: 'done',
        requested_by: people.admin,
      },
    ])
  })

  test('a generated picture is stored and served in every width, with an immutable cache and its exact type', async () => {
    const response = await world.call('generate-blog-image', 'admin', { prompt: 'A harbor at dawn' })
    const { imageUrl, width, height, simulated } = await response.json()
    expect({ width, height, simulated }).toEqual({ width: 1600, height: 1000, simulated: true })
    const picture = findStoredPicture(imageUrl)
    const addresses = [picture?.social ?? '', ...(picture?.srcSet.split(', ') ?? [])].map(
      (entry) => entry.split(' ')[0] ?? '',
    )
    expect(addresses).toHaveLength(5)
    for (const address of addresses) {
      const file = await world.get(address)
      expect([address, file.status]).toEqual([address, 200])
      expect(file.headers.get('content-type')).toBe(address.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'access-control-allow-origin': '*',
      })
      expect((await sharp(await file.arrayBuffer()).metadata()).width).toBeGreaterThan(0)
    }
    const etag = (await world.get(imageUrl)).headers.get('etag') ?? ''
    expect((await world.get(imageUrl, { 'if-none-match': etag })).status).toBe(304)
    expect((await world.get(imageUrl, { 'if-none-match': '*' })).status).toBe(304)
    const saved = await world.get(`${imageUrl}?download=${encodeURIComponent('Möwe "1".webp')}`)
    expect(saved.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''M%C3%B6we%20%221%22.webp",
    )
    const part = await world.get(imageUrl, { range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-3\/\d+$/)
    expect((await world.get(imageUrl, { range: 'bytes=99999999-' })).status).toBe(416)
  })

  test.each([
    '/storage/v1/object/public/pictures/00000000000000000000000000000000-10x10.webp',
    '/storage/v1/object/public/../../secrets.json',
    '/storage/v1/object/public/pictures/..%2f..%2fsecrets.json',
    '/storage/v1/object/public/secrets.json',
    '/storage/v1/object/pictures/a.webp',
    '/storage/v1/bucket',
  ])('storage answers 404 in its own format for %s', async (path) => {
    const response = await world.get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      statusCode: '404',
      error: 'not_found',
      message: 'Object not found',
    })
  })

  test('search-stock-photos finds photos, and select-stock-photo returns the credit', async () => {
    const found = await (await world.call('search-stock-photos', 'admin', { query: 'boat' })).json()
    expect(found.simulated).toBe(true)
    expect(found.results[0]).toEqual({
      id: 'night-sail',
      urls: { small: '/stock/night-sail-400.webp', regular: '/stock/night-sail-1080.webp' },
      description: 'A sailboat under the moon',
      user: { name: 'Tidewright (simulated)', link: 'http://site.test/about' },
      link: 'http://site.test/about',
    })
    expect(await (await world.call('search-stock-photos', 'admin', { query: 'zebra' })).json()).toMatchObject(
      { results: [] },
    )
    expect(await (await world.call('select-stock-photo', 'admin', { id: 'regatta' })).json()).toEqual({
      url: '/stock/regatta-1080.webp',
      credit: { name: 'Tidewright (simulated)', link: 'http://site.test/about' },
    })
    expect((await world.call('select-stock-photo', 'admin', { id: 'none' })).status).toBe(404)
  })

  test('upload-picture stores a picture and rejects any other file with an explanation', async () => {
    const own = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#EBDBAE' } })
      .jpeg()
      .toBuffer()
    const kept = await (await world.call('upload-picture', 'admin', own)).json()
    expect(kept).toMatchObject({ width: 900, height: 600 })
    expect((await world.get(kept.imageUrl)).status).toBe(200)
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const refused = await world.call('upload-picture', 'admin', drawing)
    expect(refused.status).toBe(415)
    expect((await refused.json()).error).toBe(
      'This is not a picture we can use. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
    )
    const huge = await world.call('upload-picture', 'admin', Buffer.alloc(15 * 1024 * 1024 + 1))
    expect(huge.status).toBe(413)
  })

  test('auto-generate-blog-post writes an unpublished draft with a cover, notifies staff and picks a new topic each time', async () => {
    const first = await (await world.call('auto-generate-blog-post', 'admin', { test: true })).json()
    const second = await (await world.call('auto-generate-blog-post', 'admin', { test: true })).json()
    expect(first.blogPost).toEqual({
      id: expect.any(String),
      title: expect.any(String),
      category: 'ai-automation',
    })
    expect(second.blogPost.category).toBe('seo-marketing')
    expect(second.blogPost.title).not.toBe(first.blogPost.title)
    const [post] = await world.rows(`select * from public.blog_posts where id = $1`, first.blogPost.id)
    expect(post).toMatchObject({
      published: false,
      auto_generated: true,
      author_id: people.admin,
      category: 'ai-automation',
      featured_image_alt: expect.any(String),
      meta_description: expect.any(String),
      featured_image: expect.stringMatching(/^\/storage\/v1\/object\/public\/pictures\//),
    })
    const notes = await world.rows(
      `select distinct title, read from public.notifications where message like $1`,
      `%${first.blogPost.title}%`,
    )
    expect(notes).toEqual([{ title: 'A draft is waiting for you', read: false }])
    const kinds = await world.rows(
      `select kind from public.ai_generations where post_id = $1 order by kind`,
      first.blogPost.id,
    )
    expect(kinds).toEqual([{ kind: 'article' }, { kind: 'picture' }])
  })

  test('the draft schedule writes one draft on its day, however many servers run it, and then advances', async () => {
    await world.as(
      'admin',
      `update public.draft_schedule set every_weeks = 2, next_on = '2026-12-01', author_id = auth.uid() where id`,
    )
    const count = async () =>
      (await world.rows(`select count(*)::integer as n from public.blog_posts where auto_generated`))[0]?.[
        'n'
      ]
    const before = Number(await count())
    world.setTime('2026-12-01T10:59:00Z')
    await world.runSchedule()
    expect(await count()).toBe(before)
    world.setTime('2026-12-01T11:00:00Z')
    await Promise.all([world.runSchedule(), world.runSchedule(), world.runSchedule()])
    expect(await count()).toBe(before + 1)
    expect(await world.rows(`select next_on::text from public.draft_schedule`)).toEqual([
      { next_on: '2026-12-15' },
    ])
    world.setTime('2027-01-04T18:00:00Z')
    await world.runSchedule()
    expect(await world.rows(`select next_on::text from public.draft_schedule`)).toEqual([
      { next_on: '2027-01-12' },
    ])
  })
})

describeBothDatabases('AI generation when the model fails', (open) => {
  let world: ContentWorld
  let service: StubServer
  beforeAll(async () => {
    service = await startStubServer()
    const settings = {
      AI_BASE_URL: `${service.url}/v1`,
      AI_TEXT_MODEL: 'local',
      AI_API_KEY: 'sk-very-secret',
    }
    world = await createContentWorld(await open(), settings)
  })
  afterAll(async () => {
    await service.close()
    await world.close()
  })
  beforeEach(() => {
    world.logged.length = 0
    world.setTime(new Date().toISOString())
  })

  const ask = (signal?: AbortSignal) =>
    world.call('generate-blog-content', 'admin', { prompt: 'Private plans' }, signal)

  test.each([
    [429, 'rate-limited', json(429, {}, { 'retry-after-ms': '1' })],
    [502, 'unavailable', json(500, {}, { 'retry-after-ms': '1' })],
    [502, 'misconfigured', json(401, { error: { message: 'no such key' } })],
    [502, 'wrong-shape', answering('{"title":"T","excerpt":"E"}')],
    [502, 'truncated', answering('{"title":"T"', 'length')],
    [502, 'refused', answering(null, 'stop', 'No.')],
  ] as const)(
    'a failing model is answered with %d; %s is logged and recorded, prompt and key are not logged',
    async (status, failure, answer) => {
      service.answer(answer)
      const response = await ask()
      expect(response.status).toBe(status)
      expect((await response.json()).error).toMatch(/^(The AI service|The answer) /)
      expect(world.logged).toContainEqual(expect.objectContaining({ failure, msg: 'content request failed' }))
      expect(JSON.stringify(world.logged)).not.toMatch(/Private plans|sk-very-secret/)
      expect(
        await world.rows(`select result from public.ai_generations where outcome = $1`, failure),
      ).toEqual([{ result: null }])
    },
  )

  test('a model that returns no valid picture is answered with 502, and nothing is stored', async () => {
    service.answer(json(200, { created: 1, data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] }))
    const response = await world.call('generate-blog-image', 'admin', { prompt: 'A harbor' })
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      error: 'The AI service gave an answer that cannot be used. Try again.',
    })
  })

  test('a failing model creates no draft and no notification', async () => {
    service.answer(json(401, {}))
    const posts = await world.rows(`select count(*) from public.blog_posts`)
    const notes = await world.rows(`select count(*) from public.notifications`)
    expect((await world.call('auto-generate-blog-post', 'admin', { test: true })).status).toBe(502)
    expect(await world.rows(`select count(*) from public.blog_posts`)).toEqual(posts)
    expect(await world.rows(`select count(*) from public.notifications`)).toEqual(notes)
  })

  test('a scheduled draft that fails notifies staff', async () => {
    await world.as(
      'admin',
      `update public.draft_schedule set every_weeks = 1, next_on = '2026-11-01', author_id = auth.uid() where id`,
    )
    world.setTime('2026-11-30T18:00:00Z')
    await world.runSchedule()
    expect(
      await world.rows(
        `select distinct notice_id from public.notifications where title like 'The scheduled%'`,
      ),
    ).toHaveLength(1)
  })

  const MORNING = Date.parse('2026-11-30T18:00:00Z')
  const DRAFT = answering(JSON.stringify({ title: 'Drafted', excerpt: 'E', content: 'C' }))

  /** Makes the draft due; `everyWeeks` null turns the schedule off. */
  async function makeDue(everyWeeks: number | null = 1): Promise<void> {
    await world.rows(
      `update public.draft_schedule set every_weeks = $1::integer, next_on = case when $1 is not null then '2026-11-01'::date end`,
      everyWeeks,
    )
  }
  const runAfter = (minutes: number, signal?: AbortSignal) => {
    world.setTime(new Date(MORNING + minutes * 60_000).toISOString())
    return world.runSchedule(signal)
  }
  const drafts = async () =>
    (await world.rows(`select 1 from public.blog_posts where title = 'Drafted'`)).length
  const reports = () =>
    world.rows(
      `select message from public.notifications where title like 'The scheduled%'
       and recipient_id = (select id from public.profiles where role = 'admin' limit 1)`,
    )

  test('a scheduled draft does not delay shutdown and is left to the next server', async () => {
    await makeDue()
    const stopping = new AbortController()
    service.answer(() => stopping.abort())
    await runAfter(0, stopping.signal)
    expect(await drafts()).toBe(0)
    service.answer(DRAFT)
    await runAfter(1)
    expect(await drafts()).toBe(1)
    expect(await world.rows(`select next_on::text from public.draft_schedule`)).toEqual([
      { next_on: '2026-12-06' },
    ])
  })

  /** Claims the draft like a server killed while writing, and returns a function that lets its model answer late. */
  async function beginAndDie(minutes: number): Promise<() => Promise<void>> {
    const asked = Promise.withResolvers<() => void>()
    service.answer((request, response) => asked.resolve(() => DRAFT(request, response)))
    const late = runAfter(minutes)
    const answer = await asked.promise
    service.answer(DRAFT)
    return () => {
      answer()
      return late
    }
  }

  test('a scheduled draft of a killed server is written once by the next server', async () => {
    const before = await drafts()
    await makeDue()
    const answerLate = await beginAndDie(0)
    await runAfter(2)
    expect(await drafts()).toBe(before)
    await runAfter(4)
    expect(await drafts()).toBe(before + 1)
    await answerLate()
    await runAfter(40)
    expect(await drafts()).toBe(before + 1)
  })

  test('a scheduled draft that kills its server repeatedly is given up, and staff are notified', async () => {
    const [before, told] = [await drafts(), await reports()]
    await makeDue()
    const late = [await beginAndDie(0), await beginAndDie(20), await beginAndDie(40)]
    expect(await reports()).toEqual(told)
    await runAfter(60)
    expect((await reports()).slice(told.length)).toEqual([
      { message: expect.stringMatching(/^The server stopped each time.* Use Test Auto-Generate/) },
    ])
    for (const answerLate of late) await answerLate()
    await runAfter(80)
    expect(await drafts()).toBe(before)
    expect(await reports()).toHaveLength(told.length + 1)
  })

  test('an abandoned draft is dropped when the schedule has been turned off', async () => {
    const before = await drafts()
    await makeDue()
    const answerLate = await beginAndDie(0)
    await makeDue(null)
    await runAfter(20)
    await world.rows(`update public.draft_schedule set every_weeks = 1, next_on = '2027-01-01'`)
    await runAfter(40)
    await answerLate()
    expect(await drafts()).toBe(before)
  })

  test('a model call is canceled when the client disconnects', async () => {
    const leaving = new AbortController()
    const closed = new Promise<void>((resolve) => {
      service.answer((request, response) => {
        silence(request, response)
        response.once('close', resolve)
        leaving.abort()
      })
    })
    await Promise.allSettled([ask(leaving.signal)])
    await closed
    await expect
      .poll(() => world.rows(`select 1 from public.ai_generations where outcome = 'cancelled'`))
      .toHaveLength(2)
  })

  test('the daily limit holds for concurrent requests', async () => {
    service.answer(answering(JSON.stringify({ title: 'T', excerpt: 'E', content: 'C' })))
    const [{ used } = { used: 0 }] = await world.rows(
      `select count(*)::integer as used from public.ai_generations
       where kind = 'article' and requested_by = $1 and created_at > now() - interval '1 day'`,
      people.admin,
    )
    await world.rows(
      `insert into public.ai_generations (kind, prompt, model, simulated, requested_by, created_at)
         select 'article', 'x', 'x', true, $1, $2::timestamptz from generate_series(1, $3::integer)`,
      people.admin,
      new Date(Date.now() - 3_600_000).toISOString(),
      MODEL_REQUESTS_PER_DAY.article - Number(used) - 1,
    )
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    const refused = answers.find(({ status }) => status === 429)
    expect(await refused?.text()).toMatch(
      /You have used all of today's articles\. The next one is free in \d+ hours/,
    )
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

function answering(content: string | null, finish_reason = 'stop', refusal: string | null = null) {
  const message = { role: 'assistant', content, refusal }
  return json(200, {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'local',
    choices: [{ index: 0, message, finish_reason }],
  })
}

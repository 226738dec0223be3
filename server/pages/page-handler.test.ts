import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PageContext } from '../../web/page-context.ts'
import { createPageHandler } from './page-handler.ts'
import { parsePageBuild } from './page-build.ts'

const context: PageContext = {
  fetch,
  clock: () => new Date('2026-11-20T12:00:00Z'),
  typicalReply: async () => null,
  publicSettings: {
    url: 'https://agency.example',
    anonKey: 'anon',
    siteUrl: 'https://agency.example',
    ipLookupUrl: 'https://ip.example/json',
    analyticsId: null,
    reviewUrl: null,
    textNumber: null,
    sandbox: { phone: true, ai: true, photos: true, mail: true },
  },
}

const css = '.a>b{color:red}'
const otherCss = '.c{color:$&}'
const hashScript = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

interface Rendering {
  nonce: string
  finish: (html: string) => void
}

/** A page handler over a renderer that returns `html`, given the rendering's nonce. */
function pages(html: (nonce: string) => string, settings: Partial<PageContext['publicSettings']> = {}) {
  const { build, entry } = parsePageBuild({
    routes: {},
    assets: { version: '1' },
    entry: {
      module: {
        createRenderer:
          () =>
          async (_request: Request, _page: PageContext, { nonce, finish }: Rendering) => {
            finish(html(nonce))
            return new Response(null, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
          },
      },
    },
  })
  const handler = createPageHandler({
    loadBuild: async () => ({ build, entry }),
    reportError: (error) => {
      throw error
    },
    styleSheets: new Map([
      ['/assets/a.css', css],
      ['/assets/b.css', otherCss],
    ]),
  })
  const publicSettings = { ...context.publicSettings, ...settings }
  return (request: Request) => handler(request, { ...context, publicSettings })
}

function directives(headers: Headers): Map<string, string> {
  const policy = headers.get('Content-Security-Policy') ?? ''
  return new Map(
    policy.split('; ').map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

const post = (headers: Record<string, string>) =>
  new Request('https://agency.example/contact', { method: 'POST', headers })
const get = () => new Request('https://agency.example/')

describe('the content security policy of a page', () => {
  it('the content security policy lists exactly the inline scripts the rendering marked', async () => {
    const answer = await pages(
      (nonce) =>
        `<script nonce="${nonce}">ours()</script><script>theirs()</script><script src="/a.js" nonce="${nonce}"></script>`,
    )(get())
    const policy = answer.headers.get('Content-Security-Policy')
    expect(policy).toContain(`script-src 'self' ${hashScript('ours()')};`)
    expect(policy).not.toContain(hashScript('theirs()'))
  })

  it('a rendered page contains no nonce, so that every visitor gets the same page', async () => {
    const page = pages((nonce) => `<script type="module" nonce="${nonce}">run()</script>`)
    const first = await page(get())
    const second = await page(get())
    expect(first).toMatchObject({ html: Buffer.from('<script type="module">run()</script>') })
    expect(second).toMatchObject({ html: Buffer.from('<script type="module">run()</script>') })
    expect(second.headers.get('Content-Security-Policy')).toBe(first.headers.get('Content-Security-Policy'))
  })

  it('the content security policy allows scripts to call only us and the IP lookup', async () => {
    const answer = await pages(() => '')(get())
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(
      /connect-src 'self' https:\/\/ip\.example wss:\/\/agency\.example wss:\/\/ip\.example;/,
    )
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types push-worker")
    expect(policy).not.toMatch(/unsafe|google/)
  })

  it("the content security policy names the Google tag's hosts with a measurement id, but not for staff", async () => {
    const page = pages(() => '', { analyticsId: 'G-TEST1234' })
    const policy = directives((await page(get())).headers)
    const reports =
      'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com'
    expect(policy.get('script-src')).toBe("'self' https://www.googletagmanager.com")
    expect(policy.get('img-src')).toBe(`'self' data: ${reports}`)
    expect(policy.get('connect-src')).toBe(
      `'self' https://ip.example wss://agency.example wss://ip.example ${reports}`,
    )
    expect(policy.get('trusted-types')).toBe('push-worker analytics-tag goog#html')
    for (const path of ['/login', '/sandbox/mail', '/sandbox/phone']) {
      const answer = await page(new Request(`https://agency.example${path}`))
      expect(answer.headers.get('Content-Security-Policy')).not.toContain('google')
    }
  })
})

describe('the style sheets of a page', () => {
  const link = '<link rel="stylesheet" href="/assets/a.css"/>'

  it("a page's style sheets are inlined as one, and the policy lists it", async () => {
    // The router marks sheets that several routes share.
    const shared = '<link rel="stylesheet" href="/assets/b.css#"/>'
    const answer = await pages(() => `<head>${link}${shared}</head>`)(get())
    expect(answer).toMatchObject({ html: Buffer.from(`<head><style>${css}\n${otherCss}</style></head>`) })
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      `style-src 'self' ${hashScript(`${css}\n${otherCss}`)};`,
    )
  })

  it('staff pages link their style sheets, because staff come back', async () => {
    const answer = await pages(() => link)(new Request('https://agency.example/login'))
    expect(answer).toMatchObject({ html: Buffer.from(link) })
  })

  it.each([
    ['for browsers without scripts', `<noscript>${link}</noscript>`],
    ['that were not built', '<link rel="stylesheet" href="/assets/c.css"/>'],
  ])('style sheets %s are not inlined', async (_, head) => {
    const answer = await pages(() => head)(get())
    expect(answer).toMatchObject({ html: Buffer.from(head) })
    expect(answer.headers.get('Content-Security-Policy')).toContain("style-src 'self';")
  })
})

describe('a form post', () => {
  it.each([
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://agency.example' }, 200],
    [{ Origin: 'https://agency.example' }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.agency.example' }, 403],
    [{ Origin: 'https://elsewhere.example' }, 403],
    [{ Origin: 'null' }, 403],
  ])('a form post with %j gets status %i', async (headers, status) => {
    expect((await pages(() => 'taken')(post(headers))).status).toBe(status)
  })
})

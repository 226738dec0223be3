import { site } from '../site.config.ts'
import { createAccountMails } from '../features/account/account.server.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono, type Context } from 'hono'
import { legacyRedirects } from '../web/legacy-redirects.ts'
import { createAuth } from '../platform/auth/create-auth.ts'
import type { PageContext, PublicSettings } from '../web/page-context.ts'
import { declareRowPhones, keptCounts } from '../features/contacts/contacts.server.ts'
import { createFunctions } from '../platform/functions/create-functions.ts'
import { setClientAddress, resolveClientAddress } from '../platform/http/client-address.ts'
import type { HttpEnv } from '../platform/http/http-context.ts'
import { BusyError } from '../platform/http/fair-queue.ts'
import { failureLevel } from '../platform/http/failure-level.ts'
import { functions, type FunctionNeeds } from './functions.ts'
import { createHealthRoutes } from './health.ts'
import type { UpgradeHandler } from '../platform/http/http-server.ts'
import { refuseOnHosted } from '../platform/realtime/hosted-stubs.ts'
import { requestId } from './log/request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { limitConcurrency } from '../platform/http/turns.ts'
import { closeAfterUnreadBody } from '../platform/http/unread-body.ts'
import { createPageCache } from './pages/page-cache.ts'
import { readWithin } from '../platform/http/read-within.ts'
import { createRealtime } from '../platform/realtime/create-realtime.ts'
import { createRest } from '../platform/rest/create-rest.ts'
import { createTypicalReply } from '../features/results/results.server.ts'
import { createSocialImages } from '../features/blog/social-images.server.ts'
import { createStorage } from '../platform/storage/create-storage.ts'
import type { PageHandler } from './pages/page-handler.ts'

/** Maximum bytes of a form. */
const FORM_BYTES = 65_536
const BUSY = 'The site is busy right now. Please try again in a moment.'
const PAGE_METHODS = 'GET, HEAD, POST'
/**
 * Paths that share one limit on concurrent requests per sender, together with forms; `/rest/v1` and the pages have
 * their own.
 */
const SHARED = ['/readyz', '/auth/v1/*', '/functions/v1/*', '/storage/v1/*', '/og/*']

/** What the server is built from. `server.ts` builds the real parts, tests build their own. */
export interface ServerParts extends FunctionNeeds {
  /** Versions of the migrations this program requires. */
  migrations: readonly string[]
  /** Handles every other path: the rendered pages. */
  pages: PageHandler
  /** Built client files; unknown paths fall through. */
  assets: Hono<HttpEnv>
}

export interface Server {
  fetch: (request: Request, env?: HttpEnv['Bindings']) => Response | Promise<Response>
  /** Responds with a cached page and returns true, or leaves the request to `fetch`. */
  serveCached: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Handlers for upgrades on the Node server. */
  upgrades: UpgradeHandler[]
  /** Makes `/readyz` fail from now on, so that proxies stop sending visitors. */
  drain: () => void
  /** Number of open realtime connections. */
  channels: () => number
  /** Ends the realtime channels, which clients keep open. */
  endChannels: () => void
  /** Ends the channels and waits for background work. The database stays open. */
  close: () => Promise<void>
}

/** Builds the server from its dependencies, without listening. */
export function createServer(deps: ServerParts): Server {
  const app = new Hono<HttpEnv>()
  const hosted = deps.platform === 'hosted'
  const realtime = hosted ? null : createRealtime(deps)
  const settings = publicSettings(deps)
  const { config, database, clock, log } = deps
  const kept = createPageCache({
    render: deps.pages,
    database,
    siteUrl: config.siteUrl,
    clock,
    log,
    shared: config.purge !== undefined,
  })
  const typicalReply = createTypicalReply({ database, clock, log })
  let accepting = true

  app.use(
    requestId(deps.log),
    setClientAddress(deps.config.trustedProxies),
    securityHeaders(deps.config.siteUrl),
  )
  const turns = limitConcurrency()
  for (const path of SHARED) app.use(path, turns)
  app.onError((error, c) => {
    if (error instanceof BusyError) return c.json({ error: BUSY }, 503, { 'Retry-After': '5' })
    c.get('log')[failureLevel(error)]({ err: error }, 'unexpected failure')
    return c.json({ error: 'Something went wrong on our side. Please try again.' }, 500)
  })

  const { migrations, queues } = deps
  app.route(
    '/',
    createHealthRoutes({
      database,
      migrations,
      queuesWork: () => queues.working(),
      accepting: () => accepting,
    }),
  )
  app.get('/public-settings.json', (c) => c.json(settings, 200, { 'Cache-Control': 'no-cache' }))
  app.route(
    '/auth/v1',
    hosted
      ? refuseOnHosted()
      : createAuth({ ...deps, mails: createAccountMails(deps.config.siteUrl), siteName: site.name }),
  )
  app.route('/rest/v1', createRest(deps, { beforeWrite: { crm_contacts: declareRowPhones }, keptCounts }))
  app.route('/functions/v1', createFunctions(functions, deps))
  app.route('/storage/v1', createStorage(deps))
  app.route('/realtime/v1', realtime === null ? refuseOnHosted() : realtime.answers)
  for (const [from, to] of Object.entries(legacyRedirects)) {
    app.get(from, (c) => c.redirect(to + new URL(c.req.url).search, 301))
  }
  app.route('/og', createSocialImages(deps))
  app.route('/', deps.assets)
  app.get('*', (c) => answerPage(c, c.req.raw))
  app.post('*', turns, async (c) => {
    // Reads the whole body before taking a slot: a slow client must not block others.
    const body = await readWithin(c.req.raw, FORM_BYTES)
    if (body === null) return c.text('This is too large to be a form.', 413)
    return answerPage(c, new Request(c.req.raw, { method: 'POST', body: new Uint8Array(body) }))
  })
  app.all('*', (c) => c.text('Use GET, HEAD or POST for pages.', 405, { Allow: PAGE_METHODS }))

  async function answerPage(c: Context<HttpEnv>, request: Request): Promise<Response> {
    const address = c.get('clientAddress')
    try {
      return await kept.pages(request, {
        context: pageContext(address),
        sender: resolveClientAddress(address),
      })
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      return c.text(BUSY, 503, { 'Retry-After': '5' })
    }
  }

  /** Loaders and actions use the same API as the browser, with the visitor's own address. */
  function pageContext(address: string): PageContext {
    return {
      publicSettings: settings,
      clock: deps.clock,
      typicalReply: async () => (config.measuredReply ? typicalReply() : null),
      fetch: async (input, init) =>
        app.fetch(internalRequest(input, init), { clientAddress: address, inProcess: true }),
    }
  }

  return {
    fetch: app.fetch,
    serveCached: (request, response) => {
      if (kept.answer(request, response)) return true
      closeAfterUnreadBody(request, response)
      return false
    },
    upgrades: realtime === null ? [] : [realtime.upgrades],
    drain: () => {
      accepting = false
    },
    channels: () => realtime?.sockets() ?? 0,
    endChannels: () => realtime?.endSockets(),
    close: async () => {
      await realtime?.close()
      await kept.close()
    },
  }
}

function internalRequest(input: string | URL | Request, init?: RequestInit): Request {
  return input instanceof Request
    ? new Request(input, init)
    : new Request(new URL(input, 'http://internal'), init)
}

function publicSettings({ config, secrets, mail, ai, photos, phone }: ServerParts): PublicSettings {
  return {
    url: config.siteUrl,
    anonKey: secrets.anonKey,
    siteUrl: config.siteUrl,
    ipLookupUrl: config.ipLookupUrl,
    analyticsId: config.analyticsId ?? null,
    reviewUrl: config.reviewUrl,
    textNumber: config.phone.from ?? (phone.provider.simulated ? site.phone.e164 : null),
    sandbox: {
      phone: phone.provider.simulated,
      ai: ai.writer.simulated,
      photos: photos.simulated,
      mail: mail.simulated && config.mail.mailbox === undefined,
    },
  }
}

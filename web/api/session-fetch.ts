const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503

/** The way to the server, for as long as somebody is signed in. */
export interface SessionFetch {
  fetch: typeof fetch
  /** Breaks off what is being read and lets no reading begin, until the function it gives back is called. */
  holdReads: () => () => void
}

/**
 * A `fetch` that knows when a session ends. What is still being read then would be refused, and the browser would log it. A
 * refresh that the server has no time for must not end a session either, so 429 is told as 503, which the client library
 * tries again.
 */
export function createSessionFetch(send: typeof fetch = (...request) => fetch(...request)): SessionFetch {
  let reads = new AbortController()
  return {
    fetch: async (input, init) => {
      const answer = await send(input, isRead(input, init) ? { ...init, signal: both(init?.signal) } : init)
      return isRefresh(input) && answer.status === TOO_MANY_REQUESTS ? asUnavailable(answer) : answer
    },
    holdReads: () => {
      reads.abort()
      return () => void (reads = new AbortController())
    },
  }

  function both(signal: AbortSignal | null | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, reads.signal]) : reads.signal
  }
}

function isRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return ['GET', 'HEAD'].includes(init?.method ?? 'GET') && addressOf(input).pathname.startsWith('/rest/')
}

function isRefresh(input: RequestInfo | URL): boolean {
  const { pathname, searchParams } = addressOf(input)
  return pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token'
}

function addressOf(input: RequestInfo | URL): URL {
  return new URL(input instanceof Request ? input.url : input)
}

function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: UNAVAILABLE, headers })
}

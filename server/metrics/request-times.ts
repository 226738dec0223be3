import type { IncomingMessage, ServerResponse } from 'node:http'

const NAME = 'http_request_duration_seconds'
const HELP = 'From the arrival of a request to the last byte of its answer.'
/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The API, the health checks, and paths that end like a file, before the query. Everything else is a page. */
const SURFACE =
  /^\/(?:(auth|rest|functions|storage|realtime)\/v1(?=[/?]|$)|(?:healthz|readyz)(?=\?|$)|(assets)\/)|^[^?]*(\.[a-z0-9]{2,12})(?=\?|$)/
/** Replaces the status if the client disconnects before the response starts, which is not a failure. */
const GONE = 0
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

interface Series {
  labels: string
  /** Requests per bucket, each counted once; the last is for longer ones. */
  counts: number[]
  seconds: number
}

export interface RequestTimes {
  observe: (request: IncomingMessage, response: ServerResponse, milliseconds: number) => void
  /** A histogram in the Prometheus format. */
  read: () => string
}

/**
 * Counts requests by surface, method and status. Plain counters, because prom-client takes longer for one request than
 * Node.js for the headers of a cached page.
 */
export function createRequestTimes(): RequestTimes {
  const series: Series[] = []
  /** By surface, method and the first digit of the status. No key is built of them for every request. */
  const known = new Map<string, Map<string, Series[]>>()

  function findSeries(surface: string, method: string, digit: number): Series {
    return known.get(surface)?.get(method)?.[digit] ?? addSeries(surface, method, digit)
  }

  function addSeries(surface: string, method: string, digit: number): Series {
    const status = digit === GONE ? 'gone' : `${digit}xx`
    const added = {
      labels: `surface="${surface}",method="${method}",status="${status}"`,
      counts: Array.from({ length: BOUNDS.length + 1 }, () => 0),
      seconds: 0,
    }
    series.push(added)
    const methods = known.get(surface) ?? new Map<string, Series[]>()
    const digits = methods.get(method) ?? []
    digits[digit] = added
    known.set(surface, methods.set(method, digits))
    return added
  }

  return {
    observe: ({ url = '/', method = '' }, { headersSent, statusCode }, milliseconds) => {
      const digit = headersSent ? Math.floor(statusCode / 100) : GONE
      const found = findSeries(parseSurface(url), METHOD.test(method) ? method : 'other', digit)
      const seconds = milliseconds / 1000
      let bucket = 0
      while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket += 1
      found.counts[bucket] = (found.counts[bucket] ?? 0) + 1
      found.seconds += seconds
    },
    read: () =>
      [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`, ...series.flatMap(describe), ''].join('\n'),
  }
}

function describe({ labels, counts, seconds }: Series): string[] {
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return `${NAME}_bucket{le="${BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${total}`]
}

/** Maps any path to one of a few surface names. */
export function parseSurface(target: string): string {
  const found = SURFACE.exec(target)
  if (found === null) return 'pages'
  const [, api, assets, suffix] = found
  return api ?? (assets === undefined && suffix === undefined ? 'health' : 'files')
}

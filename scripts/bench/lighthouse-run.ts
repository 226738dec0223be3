import lighthouse from 'lighthouse'
import { z } from 'zod'
import { startBrowser } from './bench-browser.ts'

const requests = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() })),
})

export interface Run {
  /** 0 to 100: performance, accessibility, best practices, search engines. */
  scores: number[]
  /** Milliseconds. */
  largestPaint: number
  /** Milliseconds. */
  blocked: number
  layoutShift: number
  /** Transferred: documents, scripts, style sheets, fonts, images. */
  bytes: number[]
  /** Titles of the audits that cost points. */
  problems: string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image']

const ATTEMPTS = 3

/** One Lighthouse run as a visitor on a phone, in a new browser. Throws when Lighthouse could not measure. */
export async function runLighthouse(url: string): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measure(url)
    } catch (error) {
      // On a busy machine a recording now and then lacks its beginning.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function measure(url: string): Promise<Run> {
  const { port, close } = await startBrowser()
  try {
    const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: CATEGORIES })
    if (!result || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse failed')
    return read(result.lhr)
  } finally {
    await close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories, audits }: Report): Run {
  const { items } = requests.parse(audits['network-requests']?.details)
  const sum = (kind: string) =>
    items
      .filter((item) => item.resourceType === kind)
      .reduce((bytes, item) => bytes + (item.transferSize ?? 0), 0)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    bytes: KINDS.map(sum),
    problems: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
    ),
  }
}

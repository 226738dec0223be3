import { createContext } from 'react-router'

/** Server access for loaders and actions: `context.get(pageContext).fetch('/rest/v1/…')`. */
export const pageContext = createContext<PageContext>()

/** Per-request rendering context. */
export const renderContext = createContext<RenderContext>()

export interface RenderContext {
  /** Nonce of the inline scripts, replaced by their hashes before sending. */
  nonce: string
  reportError: (error: unknown) => void
  /** Receives the finished page. A Response body would be encoded and decoded twice. */
  finish: (html: string) => void
}

/** Context of a page request. */
export interface PageContext {
  /** Calls the server's own API in-process, with the visitor's address. Paths like `/rest/v1/…`. */
  fetch: typeof fetch
  publicSettings: PublicSettings
  clock: () => Date
  /** The measured reply time in minutes of opening hours; null: print the promise. */
  typicalReply: () => Promise<number | null>
}

/** The text fields of a posted form. A malformed body counts as an empty form. */
export async function readTextFields(request: Request): Promise<Partial<Record<string, string>>> {
  const form = await request.formData().catch(() => new FormData())
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

/** Settings that are public in the browser; also served as `/public-settings.json`. */
export interface PublicSettings {
  url: string
  anonKey: string
  siteUrl: string
  ipLookupUrl: string
  analyticsId: string | null
  /** Where customers write a review; null without review requests. */
  reviewUrl: string | null
  /** The number texts leave from (E.164), which answers START and STOP; null if the carrier chooses one. */
  textNumber: string | null
  sandbox: { phone: boolean; ai: boolean; photos: boolean; mail: boolean }
}

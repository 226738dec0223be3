import { createContext } from 'react-router'
import type { PageContext } from '../server/dependencies.ts'

export type { PageContext, PublicSettings } from '../server/dependencies.ts'

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

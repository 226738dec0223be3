import { createContext } from 'react-router'
import type { PageContext } from '../server/dependencies.ts'

export type { PageContext, PublicSettings } from '../server/dependencies.ts'

/** What loaders and actions get from the server: `context.get(pageContext).fetch('/rest/v1/…')`. */
export const pageContext = createContext<PageContext>()

/** What one rendering needs besides the page itself. */
export const renderContext = createContext<RenderContext>()

export interface RenderContext {
  /** Marks the inline scripts this rendering emits; replaced by their hashes before the page leaves. */
  nonce: string
  reportError: (error: unknown) => void
  /** Takes the finished page. As the body of a Response its text would be encoded, decoded and encoded again. */
  finish: (html: string) => void
}

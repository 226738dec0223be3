// First: it declares the order of the layers.
import './site/site.css'
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches } from 'react-router'
import type { ReactNode } from 'react'
import { isPrivatePage } from './staff-pages.ts'
import { site } from '../site.config.ts'
import type { Route } from './+types/root.ts'
import displayFont from './assets/fonts/bricolage-grotesque.woff2?url'
import headlineFont from './assets/fonts/bricolage-headlines.woff2?url'
import textFont from './assets/fonts/instrument-sans.woff2?url'
import type { RootData } from './root-data.ts'
import { pageContext } from './page-context.ts'
import { readClaimValues } from './site/claims.ts'
import { ErrorPage } from './site/error-page.tsx'
import brandFonts from './styles/brand-fonts.css?url'

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const { publicSettings, clock, typicalReply } = context.get(pageContext)
  const mayMeasure = !isPrivatePage(new URL(request.url).pathname)
  const now = clock()
  return {
    settings: publicSettings,
    year: now.getFullYear(),
    claims: readClaimValues(now),
    mayMeasure,
    typicalReply: mayMeasure ? await typicalReply() : null,
  }
}

/** Server settings do not change during a visit. */
export const shouldRevalidate = () => false

const preloadedFont = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { ...preloadedFont, href: displayFont, media: '(min-width: 768px)' },
  { ...preloadedFont, href: textFont, media: '(min-width: 768px)' },
  { ...preloadedFont, href: headlineFont, media: '(max-width: 767.98px)' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  ...[
    { href: '/rss.xml', type: 'application/rss+xml', title: `${site.name} blog` },
    { href: '/atom.xml', type: 'application/atom+xml', title: `${site.name} blog (Atom)` },
    { href: '/feed.json', type: 'application/feed+json', title: `${site.name} blog (JSON Feed)` },
  ].map((feed) => ({ rel: 'alternate', ...feed })),
]

/** The theme of a staff page, which its loader names; undefined on public pages. */
function useStaffTheme(): 'light' | 'dark' | 'system' | undefined {
  const data = useMatches().at(-1)?.loaderData
  if (typeof data !== 'object' || data === null || !('theme' in data)) return undefined
  return data.theme === 'light' || data.theme === 'dark' ? data.theme : 'system'
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // An inline script may add the data-session attribute.
    <html lang="en" data-theme={useStaffTheme()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#F5F7F1" />
        <Meta />
        <Links />
        <noscript>
          <link rel="stylesheet" href={brandFonts} />
        </noscript>
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage missing={isRouteErrorResponse(error) && error.status === 404} />
}

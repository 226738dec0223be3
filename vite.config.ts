import { reactRouter } from '@react-router/dev/vite'
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vite'

/**
 * Every file costs a request, so shared code goes into few chunks. React and the router start one after the other.
 */
const sharedChunks = [
  {
    name: 'enhance',
    test: /\/features\/(blog\/search-while-typing|site\/home\/prepare-demonstration|submissions\/unsent-message)|\/web\/(enhance\/|api\/stored-session|site\/(script-policy|visit-origin)|script-policies|staff-pages)|vite\/preload-helper|rolldown\/runtime/,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\//,
  },
  { name: 'router', test: /node_modules\/(react-router|cookie|cookie-es)\// },
  // Also in the dashboard.
  {
    name: 'ui',
    test: /\/(web\/(ui\/(alert|button|capitalize|checkbox|field|icon|link|neatline|status-mark|text-link|toast|wordmark)\.|navigation\/|root-data|site\/(home-link|page-head\.module|page-meta))|site\.config|features\/bookings\/bookings\.ts)/,
    minShareCount: 3,
  },
  {
    name: 'site',
    // The parts after `?!` are only in the dashboard.
    test: /\/(web\/(ui\/(?!(alert-popup|confirm-(dialog|popup)|date-time|form|full-name|list-state|menu(-popup)?|modal(-popup)?|password-field|popups?|tabs|theme|tool-button)\.)|site\/)|features\/site\/(?!policy)[^/]+$)/,
    minShareCount: 3,
  },
  // Styles of the frame, and parts smaller than the overhead of a request.
  {
    name: 'frame',
    test: /\/(web\/(site\/(home-link|[^/]+\.module\.css)|assets\/art\/hull-)|features\/site\/content\/service-lines)/,
  },
  {
    name: 'blog',
    test: /\/features\/blog\/(article-(page|picture|structured-data)|blog(?!\.api)(-address|-page)?|picture-(addresses|sources)|post-(card|picture)|share-links|slug)\./,
    minShareCount: 2,
  },
  {
    name: 'contact-form',
    test: /\/(features\/(submissions\/(contact-form-script|contact-form\.api)|contacts\/contacts)|web\/api\/idempotency-key)\.ts$/,
  },
  // Also validates the contact form, so it is separate from the dashboard and before it: a chunk takes what its modules import.
  { name: 'schemas', test: /node_modules\/zod\// },
  // What the first screen of the dashboard shares with parts that load later.
  {
    name: 'workspace',
    test: /\/(features\/(submissions\/(format-duration|reply-due|response-tim|submissions\.api|use-replies|waiting-list\.api)|bookings\/meeting(-time|s\.(api|module))|contacts\/due-steps\.api)|web\/(ui\/(confirm-dialog|full-name|list-state|menu\.|phone-number)|workspace\/(business-day|colleagues|commands|failure-toast|key-bindings|key-hints|list-rows|panel\.module|provided-commands|row-place|unsaved-changes|url-state|use-(now|restore-focus|row-focus)|owner-filter))|business-hours)/,
    minShareCount: 2,
  },
  // Behind menus and dialogs, which load after the first screen.
  {
    name: 'popups',
    test: /node_modules\/(@base-ui\/(?!react\/(csp-provider|internals\/csp-context)\/)|@floating-ui\/)/,
    minShareCount: 2,
  },
  // Not what only the palette and other later parts use.
  {
    name: 'staff',
    test: /\/(features\/account\/|web\/(api\/(client|error-text|session)|workspace\/(mail-note|use-title)|routes\/staff-page))|node_modules\/(@supabase\/(auth|functions|postgrest)-js\/|@tanstack\/(?!.*(queriesObserver|useQueries)))/,
    minShareCount: 2,
  },
]

/** Shorter than Vite's own names, which every page would carry twice: `menu_8z3F` is `menu` of one file. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Drawings load when they come near; inlined, they would delay the first paint.
    assetsInlineLimit: 0,
  },
  css: { modules: { generateScopedName } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
  },
  // React picks its development or production build by NODE_ENV; the bundle fixes that here.
  ...(command === 'build'
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
}))

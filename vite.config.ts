import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Every file costs a request, so what pages share is few of them. React and the router start one after the other. */
const sharedChunks = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper|rolldown\/runtime/,
  },
  { name: 'router', test: /node_modules\/(react-router|cookie|cookie-es)\// },
  {
    name: 'site',
    // Forms that only a script sends are the staff's.
    test: /\/(web\/(ui\/(?!form\.)|navigation\/|site\/|root-data)|features\/site\/[^/]+$|site\.config)/,
    minShareCount: 3,
  },
  // Smaller than what a request of its own costs.
  { name: 'small-parts', test: /\/web\/(site\/home-link|assets\/art\/hull-)/ },
  {
    name: 'blog',
    test: /\/features\/blog\/(article-(page|picture|structured-data)|blog(-address|-page)?|picture-(addresses|sources)|post-(card|picture)|share-links|slug|use-search-term)\./,
    minShareCount: 2,
  },
  {
    name: 'contact',
    test: /\/features\/(submissions\/(contact-(form|form-fields|form\.api|section)|phone-button|use-(contact-form|form-start))|contacts\/(contacts|phone)|consent\/consent)\./,
    minShareCount: 2,
  },
  // Also checks what the contact form sends, so it stays apart from the staff's.
  { name: 'schemas', test: /node_modules\/zod\// },
  {
    name: 'staff',
    test: /\/(features\/account\/|web\/(api\/(client|error-text|session|stored-session)|workspace\/(mail-note|use-title)|routes\/staff-page))|node_modules\/(@supabase|@tanstack)\//,
    minShareCount: 2,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy lets images come from data addresses, fonts not. Vite leaves braces as they are, which no
    // address may have.
    assetsInlineLimit: (file, content) =>
      file.endsWith('.svg') && !content.includes('{') ? undefined : false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
  },
  // React asks the environment of the process which of its two forms it is; bundled, the answer is given here.
  ...(command === 'build'
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
}))

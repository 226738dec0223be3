import { html, raw } from 'hono/html'
import type { LeadMail } from './notifications.ts'
import { site } from '../../site.config.ts'
import { hashSource } from '../../server/content-security-policy.ts'

export interface LeadMailState {
  address: string
  choice: LeadMail
  /** By this very request. */
  changed: boolean
  /** What the reader may choose. */
  choices: readonly LeadMail[]
}

const now: Record<LeadMail, string> = {
  each: 'gets a mail for each new lead',
  daily: 'gets one mail a day about new leads',
  none: 'gets no mail about new leads',
}

const buttons: Record<LeadMail, string> = {
  each: 'Send a mail for each lead',
  daily: 'Send one mail a day',
  none: 'Stop these mails',
}

const style = `
  :root { color-scheme: light; font: 1.0625rem/1.6 system-ui, sans-serif; background: #f5f7f1; color: #07222a }
  main { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { margin: .25rem 0 1.25rem; font-size: 1.75rem; line-height: 1.2 }
  p { margin: 0; overflow-wrap: anywhere }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
  button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid #07222a; background: none; color: inherit; font: inherit; cursor: pointer }
  button:first-child { background: #07222a; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid #07222a; outline-offset: 3px }
  a { color: inherit }
`

// Not written into the template: the policy below names exactly these characters.
const styleElement = raw(`<style>${style}</style>`)

/** Lets the page have its style and send its form, nothing else. */
export const leadMailPolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** What a reader of mail about leads gets, with buttons for everything else. null: the address was not made by us. */
export function leadMailPage(state: LeadMailState | null) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mail about new leads – ${site.name}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p>${site.name}</p>
          <h1>Mail about new leads</h1>
          ${state === null ? unknown() : choices(state)}
        </main>
      </body>
    </html>`
}

function unknown() {
  return html`<p role="alert">
    This address is not valid any more. Open it from a newer mail, or sign in and choose under
    <a href="/login?view=account">Your account</a>.
  </p>`
}

function choices({ address, choice, changed, choices: offered }: LeadMailState) {
  return html`<p role="status">${changed ? 'Done: ' : ''}<b>${address}</b> ${now[choice]}.</p>
    <form method="post">
      ${offered
        .filter((one) => one !== choice)
        .toReversed()
        .map((one) => html`<button name="choice" value="${one}">${buttons[one]}</button> `)}
    </form>`
}

import type { Transaction } from '../../platform/database/database.ts'
import type { MailMessage } from './mail-provider.ts'
import { site } from '../../site.config.ts'

const DAYS = 86_400_000
/** How long a mail survives an outage of the mail server; later it is no longer expected. */
const DEFAULT_PATIENCE = 3 * DAYS

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export interface NewMail {
  /** `private.may_mail` limits `confirmation`, `lead` and `meeting` per address. */
  kind: 'account' | 'lead' | 'digest' | 'confirmation' | 'meeting'
  message: Omit<MailMessage, 'messageId'>
  now: Date
  /** Milliseconds until the mail is no longer worth sending. */
  patience?: number
  /** The address of the visitor who caused it. */
  sender?: string | null
}

/**
 * Enqueues a mail in the transaction of its cause; it is sent after the commit. Returns its id, or null if the
 * address is over its limit. Needs `service_role` or `supabase_auth_admin`.
 */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<string | null> {
  const [id = null] = await enqueueMails(tx, [mail])
  return id
}

/** Like `enqueueMail`, for several mails in one statement. */
export async function enqueueMails(tx: Transaction, mails: readonly NewMail[]): Promise<(string | null)[]> {
  const written = mails.map(({ kind, message, now, patience = DEFAULT_PATIENCE, sender = null }) => ({
    kind,
    message,
    sender,
    at: now,
    expires: new Date(now.getTime() + patience),
  }))
  const { rows } = await tx.query<{ id: string | null }>(
    `select private.write_mail(kind, message, sender, at, expires) as id
     from jsonb_to_recordset($1) as mail (kind text, message jsonb, sender text, at timestamptz, expires timestamptz)`,
    [JSON.stringify(written)],
  )
  return rows.map(({ id }) => id)
}

/** Part of a mail: a paragraph, a link, a list of facts, or a quotation. */
export type Block =
  | string
  | { link: string }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { quote: string }

/** Renders blocks as plain text and as HTML, with the sender at the end. Escapes all markup. */
export function mailBody(blocks: readonly Block[]): { text: string; html: string } {
  const signed = [...blocks, `${site.name} · ${site.postalAddress} · ${site.phone.display}`]
  return {
    text: `${signed.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${signed.map(asHtml).join('')}</body></html>`,
  }
}

/** A single line without control characters, short enough for a subject. */
export function subjectLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length <= 120 ? line : `${line.slice(0, 119).toWellFormed()}…`
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  if ('link' in block) return block.link
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  return block.quote.replaceAll(/^/gm, '> ')
}

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escape(block)}</p>`
  if ('link' in block) return `<p><a href="${escape(block.link)}">${escape(block.link)}</a></p>`
  if ('facts' in block)
    return `<p>${block.facts.map(([label, value]) => `<b>${escape(label)}:</b> ${escape(value)}`).join('<br>')}</p>`
  return `<blockquote>${escape(block.quote).replaceAll('\n', '<br>')}</blockquote>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

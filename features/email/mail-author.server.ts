/** How far the author of a mail can be trusted, by the word of the receiving mail server. */
export type AuthorVerdict = 'verified' | 'unverified' | 'forged'

/**
 * Reads Authentication-Results (RFC 8601) of the server `trusted`. Senders can add the same header with any name, so a
 * header of another server says nothing, and only the topmost one of ours counts: servers add theirs above.
 */
export function verifyAuthor(
  address: string,
  results: readonly string[],
  trusted: AuthServer,
): AuthorVerdict {
  const result = results.find((value) => isFrom(value, trusted))
  if (result === undefined) return 'unverified'
  const domain = address.split('@').at(-1) ?? ''
  const methods = readMethods(result)
  const has = (method: string, verdict: string) =>
    methods.find(({ name, result: found }) => name === method && found === verdict)
  const dmarc = has('dmarc', 'pass')
  if (dmarc !== undefined)
    return isWithin(domain, dmarc.properties['header.from'] ?? domain) ? 'verified' : 'forged'
  if (has('dmarc', 'fail') !== undefined) return 'forged'
  const aligned = methods.some(
    ({ name, result: found, properties }) =>
      found === 'pass' &&
      ((name === 'dkim' &&
        isWithin(domain, properties['header.d'] ?? readDomain(properties['header.i'] ?? ''))) ||
        (name === 'spf' && isWithin(domain, readDomain(properties['smtp.mailfrom'] ?? '')))),
  )
  if (aligned) return 'verified'
  // Only a hard failure counts as forged: `softfail` and `neutral` prove nothing.
  return has('spf', 'fail') === undefined ? 'unverified' : 'forged'
}

/** Matches the id at the start of a header. Some hosts write no id; then the id is `null`. */
export type AuthServer = { exactly: string | null } | { within: string }

/** Large hosts that sign results with another name than their IMAP server's. */
const HOSTS: Readonly<Record<string, AuthServer>> = {
  'imap.gmail.com': { exactly: 'mx.google.com' },
  'outlook.office365.com': { exactly: null },
  'imap.fastmail.com': { within: 'messagingengine.com' },
  'imap.mail.me.com': { within: 'icloud.com' },
}

/** The server with trusted results for a mailbox: the configured one, a large host's, or one in the domain of the IMAP server. */
export function findAuthServer(imapHost: string, configured: string | undefined): AuthServer {
  if (configured !== undefined) return { exactly: configured.toLowerCase() }
  const host = imapHost.toLowerCase()
  return HOSTS[host] ?? { within: host.replace(/^(imap|mail|mx|secure|in|webmail)\d*\.(?=[^.]+\.)/, '') }
}

function isFrom(value: string, trusted: AuthServer): boolean {
  const first = stripComments(value).split(';')[0]?.trim().toLowerCase() ?? ''
  if ('exactly' in trusted && trusted.exactly === null) return first.includes('=')
  const id = first.split(/\s/)[0] ?? ''
  return 'within' in trusted ? isWithin(id, trusted.within) : id === trusted.exactly
}

interface Method {
  name: string
  result: string
  properties: Record<string, string>
}

function readMethods(value: string): Method[] {
  return stripComments(value)
    .toLowerCase()
    .split(';')
    .flatMap((part) => {
      const [, name, result] = /^\s*([a-z0-9-]+)(?:\/\d+)?\s*=\s*([a-z]+)/.exec(part) ?? []
      if (name === undefined || result === undefined) return []
      const found = part.matchAll(/\b((?:header|smtp|policy)\.[a-z-]+)\s*=\s*"?([^\s;"]+)/g)
      return [
        {
          name,
          result,
          properties: Object.fromEntries(Array.from(found, ([, key = '', to = '']) => [key, to])),
        },
      ]
    })
}

/** A comment or a quoted string may contain anything, such as "dmarc=pass" in a name. */
function stripComments(value: string): string {
  let text = value
    .slice(0, 10_000)
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/[;=()]/.test(quoted) ? '' : quoted))
  for (let depth = 0; depth < 10; depth += 1) {
    const stripped = text.replaceAll(/\((?:[^()\\]|\\.)*\)/g, ' ')
    if (stripped === text) break
    text = stripped
  }
  return text
}

function readDomain(address: string): string {
  return address.split('@').at(-1)?.replace(/^\./, '') ?? ''
}

/** Whether a domain is the other one or below it (RFC 7489, relaxed alignment). */
function isWithin(domain: string, parent: string): boolean {
  return parent.includes('.') && (domain === parent || domain.endsWith(`.${parent}`))
}

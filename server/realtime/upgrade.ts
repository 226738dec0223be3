import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { senderOf, visitorAddress } from '../http/client-address.ts'
import { identityFrom, UnauthorizedError } from '../http/identity.ts'
import type { Version } from './frames.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'

export interface Upgrade {
  apikey: string
  version: Version
  /** Whom the limit of connections counts. */
  sender: string
}

/** The request cannot become a socket; answered with this status over plain HTTP. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
  readonly status: '400 Bad Request' | '401 Unauthorized' | '404 Not Found' | '429 Too Many Requests'

  constructor(status: UpgradeError['status'], message: string) {
    super(message)
    this.status = status
  }
}

const versions = z.enum(['1.0.0', '2.0.0'])

/** Checks address, key and protocol version of an upgrade. Throws UpgradeError. */
export async function requireUpgrade(request: IncomingMessage, deps: RealtimeDependencies): Promise<Upgrade> {
  const url = URL.parse(request.url ?? '', 'http://localhost')
  if (url?.pathname !== '/realtime/v1/websocket') throw new UpgradeError('404 Not Found', 'Not found')
  const apikey = url.searchParams.get('apikey') ?? ''
  const version = versions.safeParse(url.searchParams.get('vsn') ?? '1.0.0')
  if (!version.success) throw new UpgradeError('400 Bad Request', 'vsn must be 1.0.0 or 2.0.0')
  try {
    await identityFrom({ apikey }, deps)
  } catch (error) {
    if (error instanceof UnauthorizedError) throw new UpgradeError('401 Unauthorized', error.message)
    throw error
  }
  return { apikey, version: version.data, sender: senderOf(addressOf(request, deps)) }
}

/** Answers instead of upgrading, and closes. */
export function refuseUpgrade(socket: Duplex, { status, message }: UpgradeError): void {
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function addressOf({ headers, socket }: IncomingMessage, { config }: RealtimeDependencies): string {
  const forwarded = headers['x-forwarded-for']
  return visitorAddress(
    {
      connection: socket.remoteAddress,
      forwarded: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    },
    config.trustedProxies,
  )
}

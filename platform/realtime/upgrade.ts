import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { resolveClientAddress, visitorAddress } from '../http/client-address.ts'
import { authenticate, UnauthorizedError, type IdentityDependencies } from '../http/identity.ts'
import type { PlatformOptions } from '../options.ts'
import type { Version } from './frames.ts'

export interface Upgrade {
  apikey: string
  version: Version
}

/** A rejected upgrade, answered with this status over plain HTTP. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
  readonly status: '400 Bad Request' | '401 Unauthorized' | '429 Too Many Requests'

  constructor(status: UpgradeError['status'], message: string) {
    super(message)
    this.status = status
  }
}

const PATH = '/realtime/v1/websocket'
const versions = z.enum(['1.0.0', '2.0.0'])

/** Whether the request addresses this surface's socket. */
export function isRealtimeUpgrade({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === PATH
}

/** Checks key and protocol version of an upgrade. Throws UpgradeError. */
export async function requireUpgrade(request: IncomingMessage, deps: IdentityDependencies): Promise<Upgrade> {
  const url = URL.parse(request.url ?? '', 'http://localhost')
  const apikey = url?.searchParams.get('apikey') ?? ''
  const version = versions.safeParse(url?.searchParams.get('vsn') ?? '1.0.0')
  if (!version.success) throw new UpgradeError('400 Bad Request', 'vsn must be 1.0.0 or 2.0.0')
  try {
    await authenticate({ apikey }, deps)
  } catch (error) {
    if (error instanceof UnauthorizedError) throw new UpgradeError('401 Unauthorized', error.message)
    throw error
  }
  return { apikey, version: version.data }
}

/** Responds instead of upgrading, and closes both directions: the client might never close its own. */
export function refuseUpgrade(socket: Duplex, { status, message }: UpgradeError): void {
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** The sender that rate limits count. */
export function senderOfUpgrade(
  { headers, socket }: IncomingMessage,
  { config }: Pick<PlatformOptions, 'config'>,
): string {
  const forwarded = headers['x-forwarded-for']
  const address = visitorAddress(
    {
      connection: socket.remoteAddress,
      forwarded: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    },
    config.trustedProxies,
  )
  return resolveClientAddress(address)
}

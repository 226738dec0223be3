import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import { fetch, type Dispatcher, Agent, buildConnector } from 'undici'
import ipaddr from 'ipaddr.js'
import { readWithin } from '../../platform/http/read-within.ts'

const LIMITS: DownloadLimits = { bytes: 20 * 1024 * 1024, milliseconds: 20_000 }

/** The address is in a private network, on this machine, or reserved. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** Whether an IP address is on the public internet: not private, local, shared, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * Connects only to public addresses. Resolves each name once and connects to the checked address, which prevents DNS
 * rebinding.
 */
export function publicAgent(resolve: LookupFunction = lookup): Agent {
  const connect = buildConnector({ lookup: publicLookup(resolve), timeout: 5_000 })
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // Numeric addresses skip the lookup.
      if (isIP(host) !== 0 && !isPublicAddress(host)) callback(refusal(host), null)
      else connect(options, callback)
    },
  })
}

const lookup: LookupFunction = (hostname, options, callback) => systemLookup(hostname, options, callback)

function publicLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      // With an error `found` is undefined, despite its type.
      if (error) return callback(error, '', 0)
      const addresses: LookupAddress[] = typeof found === 'string' ? [] : found
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(refusal(hostname), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function refusal(host: string): PrivateAddressError {
  return new PrivateAddressError(`${host} is not on the public internet`)
}

export class DownloadError extends Error {
  override readonly name = 'DownloadError'
}

export interface DownloadLimits {
  bytes: number
  milliseconds: number
}

export interface DownloadOptions {
  signal?: AbortSignal
  limits?: DownloadLimits
  /** How to connect; default: only to public addresses. */
  dispatcher?: Dispatcher
}

const guarded = publicAgent()

/**
 * Downloads a file from an untrusted URL: http or https, public internet only, without redirects, within limits. The
 * content is not validated here. Throws DownloadError.
 */
export async function downloadPicture(address: string, options: DownloadOptions = {}): Promise<Uint8Array> {
  const { signal, limits = LIMITS, dispatcher = guarded } = options
  const timeout = AbortSignal.timeout(limits.milliseconds)
  try {
    const response = await fetch(requireWebAddress(address), {
      dispatcher,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: { Accept: 'image/*' },
    })
    if (!response.ok) throw new DownloadError(`The server answered ${response.status}`)
    const bytes = await readWithin(response, limits.bytes)
    if (bytes === null) throw new DownloadError(`The file is larger than ${limits.bytes} bytes`)
    return bytes
  } catch (error) {
    if (error instanceof DownloadError) throw error
    throw new DownloadError('The file could not be fetched', { cause: error })
  }
}

function requireWebAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new DownloadError('The address is not one of the web')
  return url
}

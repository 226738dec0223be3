import type { Dispatcher } from 'undici'
import { readWithin } from '../../platform/http/read-within.ts'
import { publicAgent } from '../public-agent.ts'

const LIMITS: DownloadLimits = { bytes: 20 * 1024 * 1024, milliseconds: 20_000 }

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

let guarded: Promise<Dispatcher> | undefined

/** Downloads a picture as `download` does, without redirects. Throws DownloadError. */
export async function downloadPicture(address: string, options: DownloadOptions = {}): Promise<Uint8Array> {
  const { status, bytes } = await download(address, {
    limits: LIMITS,
    ...options,
    headers: { Accept: 'image/*' },
  })
  if (bytes === null) throw new DownloadError(`The server answered ${status}`)
  return bytes
}

interface Download {
  status: number
  headers: { get: (name: string) => string | null }
  /** Null unless the status is a success. */
  bytes: Uint8Array | null
}

/**
 * Downloads a file from an untrusted URL: http or https, public internet only, within limits. The content is not validated
 * here. Redirects are refused, or each is checked like the address. Throws DownloadError.
 */
export async function download(
  address: string,
  options: DownloadOptions & {
    limits: DownloadLimits
    headers: Record<string, string>
    redirect?: 'error' | 'follow'
  },
): Promise<Download> {
  const { signal, limits, headers, redirect = 'error' } = options
  const { fetch } = await import('undici')
  const dispatcher = options.dispatcher ?? (await (guarded ??= publicAgent()))
  const timeout = AbortSignal.timeout(limits.milliseconds)
  try {
    const response = await fetch(requireWebAddress(address), {
      dispatcher,
      redirect,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers,
    })
    const { status } = response
    if (!response.ok) {
      await response.body?.cancel()
      return { status, headers: response.headers, bytes: null }
    }
    const bytes = await readWithin(response, limits.bytes)
    if (bytes === null) throw new DownloadError(`The file is larger than ${limits.bytes} bytes`)
    return { status, headers: response.headers, bytes }
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

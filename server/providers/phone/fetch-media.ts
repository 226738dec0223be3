import { readWithin } from '../../../platform/http/read-within.ts'
import { DownloadError, downloadPicture, type DownloadOptions } from '../../files/download.ts'
import { MAX_MEDIA_BYTES, type FetchedMedia } from './phone-provider.ts'
import { createTwilioCalls, type TwilioAccount } from './twilio-api.ts'

const LIMITS = { bytes: MAX_MEDIA_BYTES, milliseconds: 15_000 }

/**
 * Fetches a file of a received text from the account's own resources. The carrier redirects to its file servers, which get
 * no credentials and have to be on the public internet.
 */
export function createMediaFetch(account: TwilioAccount, options: Pick<DownloadOptions, 'dispatcher'> = {}) {
  const request = createTwilioCalls(account)
  const own = `${account.apiBase}/2010-04-01/Accounts/${account.accountSid}/Messages/`
  return async (address: string): Promise<FetchedMedia> => {
    const url = URL.canParse(address) ? new URL(address).href : ''
    if (!url.startsWith(own)) return { result: 'failed', reason: 'foreign address' }
    try {
      const response = await request(`/Messages/${url.slice(own.length)}`, {
        headers: { accept: '*/*' },
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        return await followRedirect(location, options)
      }
      if (response.status === 404 || response.status === 410) return { result: 'failed', reason: 'gone' }
      if (!response.ok) return { result: 'failed', reason: 'unreachable' }
      return toMedia(await readWithin(response, LIMITS.bytes))
    } catch {
      return { result: 'failed', reason: 'unreachable' }
    }
  }
}

async function followRedirect(
  location: string,
  options: Pick<DownloadOptions, 'dispatcher'>,
): Promise<FetchedMedia> {
  if (!isFileServer(location)) return { result: 'failed', reason: 'foreign address' }
  try {
    return toMedia(await downloadPicture(location, { ...options, limits: LIMITS }))
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    return { result: 'failed', reason: error.message.includes('larger') ? 'too large' : 'unreachable' }
  }
}

/** The hosts the carrier keeps files on. */
function isFileServer(location: string): boolean {
  if (!URL.canParse(location)) return false
  const { protocol, hostname, port, pathname } = new URL(location)
  if (protocol !== 'https:' || port !== '') return false
  return (
    hostname.endsWith('.twiliocdn.com') ||
    (/^s3(-external-1)?\.amazonaws\.com$/.test(hostname) && pathname.startsWith('/media.twiliocdn.com/'))
  )
}

function toMedia(bytes: Uint8Array | null): FetchedMedia {
  return bytes === null ? { result: 'failed', reason: 'too large' } : { result: 'fetched', bytes }
}

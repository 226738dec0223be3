import { createHmac, timingSafeEqual } from 'node:crypto'
import { FunctionError } from '../../platform/functions/server-function.ts'

/** Answer to a link without a meeting. */
export const UNKNOWN_MEETING =
  'This link belongs to no meeting. Please use the link in the newest mail about it.'

const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const HASH_BYTES = 16

/** Signs links to meetings. */
export interface MeetingLinks {
  siteUrl: string
  secret: string
}

/** The address of the page that moves or cancels a meeting; it works like a key. It does not expire. */
export function meetingUrl(id: string, { siteUrl, secret }: MeetingLinks): string {
  return `${siteUrl}/schedule/${signMeeting(id, secret)}`
}

/** In hex: addresses of pages are in lower case. */
function signMeeting(id: string, secret: string): string {
  return id.replaceAll('-', '') + hashMeeting(id, secret).toString('hex')
}

function hashMeeting(id: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`meeting ${id}`).digest().subarray(0, HASH_BYTES)
}

/** The id of the meeting a token was signed for. Throws FunctionError with 404 for any other text. */
export function requireMeetingId(token: string, secret: string): string {
  const id = readMeetingToken(token, secret)
  if (id === null) throw new FunctionError(404, UNKNOWN_MEETING)
  return id
}

function readMeetingToken(token: string, secret: string): string | null {
  const bytes = Buffer.from(token, 'hex')
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const [given, expected] = [bytes.subarray(ID_BYTES), hashMeeting(id, secret)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

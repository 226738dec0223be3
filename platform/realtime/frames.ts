import { z } from 'zod'

/** An invalid subscription; the client receives the message. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
}

/** One message in either direction; `joinRef` is the join its channel started with. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** The two serializations of the Phoenix protocol: an object, or an array that also allows binary messages. */
export type Version = '1.0.0' | '2.0.0'

const ref = z.string().max(255).nullish()
const name = z.string().max(255)
const objectFrame = z.object({ join_ref: ref, ref, topic: name, event: name, payload: z.unknown() })
const arrayFrame = z.tuple([ref, ref, name, name, z.unknown()])

/** Parses a text message; null if it is not valid. */
export function parseFrame(text: string, version: Version): Frame | null {
  const json = parseJson(text)
  if (version === '1.0.0') {
    const { success, data } = objectFrame.safeParse(json)
    return success ? frame(data.join_ref, data.ref, data.topic, data.event, data.payload) : null
  }
  const { success, data } = arrayFrame.safeParse(json)
  return success ? frame(...data) : null
}

/** Parses the header of a binary message, which is always a broadcast; null if it is not valid. */
export function parseBinaryFrame(bytes: Buffer): Frame | null {
  const KIND_BROADCAST = 3
  const HEAD = 7
  const [kind, joinRefSize, refSize, topicSize] = bytes
  if (
    kind !== KIND_BROADCAST ||
    joinRefSize === undefined ||
    refSize === undefined ||
    topicSize === undefined
  )
    return null
  const text = (start: number, size: number) => bytes.toString('utf8', start, start + size)
  const refStart = HEAD + joinRefSize
  return frame(
    text(HEAD, joinRefSize),
    text(refStart, refSize),
    text(refStart + refSize, topicSize),
    'broadcast',
    {},
  )
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  if (version === '1.0.0') return JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

function frame(
  joinRef: string | null | undefined,
  ref: string | null | undefined,
  topic: string,
  event: string,
  payload: unknown,
): Frame {
  return { joinRef: joinRef || null, ref: ref || null, topic, event, payload }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Limits of the realtime surface. A dashboard uses one socket, one channel, eight bindings and next to no messages.
 */
export const limits = {
  sockets: 2_000,
  /** A sender is an IPv4 address or an IPv6 network (see `senderOfUpgrade`). */
  socketsPerSender: 50,
  /** Upgrade attempts per sender and period. */
  connections: { count: 120, perMs: 30_000 },
  channelsPerSocket: 20,
  bindingsPerChannel: 20,
  /** Bindings per account, across its sockets. */
  bindingsPerAccount: 200,
  bindingsPerSender: 400,
  /** Joins and token updates per sender and period: each queries the database. */
  joins: { count: 100, perMs: 10_000 },
  /** Bytes per message from a client. */
  messageBytes: 64 * 1024,
  /** Messages per socket and period. */
  messages: { count: 200, perMs: 10_000 },
  /** Bytes of queued messages per socket. */
  waitingBytes: 512 * 1024,
  /** Unsent bytes per client; a slower client is disconnected and has to reconnect. */
  bufferedBytes: 1024 * 1024,
  /** Milliseconds for a client to confirm a close. */
  closeWithin: 1_000,
  /** Bytes per row; larger rows are sent as their key only. */
  recordBytes: 1024 * 1024,
  /** Milliseconds between pings. */
  pingEvery: 30_000,
  /** Changes read in one transaction. */
  batch: 200,
  /** Distinct filters per statement. */
  filtersPerStatement: 20,
  /** Milliseconds of one reading; beyond it, only the first statement for each table runs. */
  readingMs: 1_000,
  /** Changes per read of the log; beyond them subscribers have to reconnect and refetch. */
  waitingChanges: 5_000,
  /** Milliseconds between looks for commits of other processes, on a database server. */
  pollEvery: 250,
  /** Milliseconds between purges of the log: a change is kept at least as long, and at most twice. */
  purgeEvery: 30_000,
}

import { z } from 'zod'

/** One message in either direction; `joinRef` names the join a channel's message belongs to. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** The two serialisations of the Phoenix protocol: an object, or an array that also allows binary messages. */
export type Version = '1.0.0' | '2.0.0'

const ref = z.string().max(255).nullish()
const name = z.string().max(255)
const objectFrame = z.object({ join_ref: ref, ref, topic: name, event: name, payload: z.unknown() })
const arrayFrame = z.tuple([ref, ref, name, name, z.unknown()])

/** Reads a text message; null when it is not one of the protocol. */
export function parseFrame(text: string, version: Version): Frame | null {
  const json = parseJson(text)
  if (version === '1.0.0') {
    const { success, data } = objectFrame.safeParse(json)
    return success ? frame(data.join_ref, data.ref, data.topic, data.event, data.payload) : null
  }
  const { success, data } = arrayFrame.safeParse(json)
  return success ? frame(...data) : null
}

/** Reads the head of a binary message, which is always a broadcast; null when it is not one of the protocol. */
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

/** Caps of the realtime surface. A dashboard uses one socket, one channel, eight bindings and next to no messages. */
export const limits = {
  sockets: 2_000,
  /** A sender is an address, or of IPv6 a network (see `senderOf`). */
  socketsPerSender: 50,
  /** Sockets a sender may open, and ask to open, within a time. */
  connections: { count: 120, perMs: 30_000 },
  channelsPerSocket: 20,
  bindingsPerChannel: 20,
  /** Bindings of one account, whatever the number of its sockets. */
  bindingsPerAccount: 200,
  bindingsPerSender: 400,
  /** Joins and new tokens from one sender within a time: each asks the database. */
  joins: { count: 100, perMs: 10_000 },
  /** Bytes of one message from a client. */
  messageBytes: 64 * 1024,
  /** Messages a socket may send within a time. */
  messages: { count: 200, perMs: 10_000 },
  /** Bytes of messages that may wait for the one before them. */
  waitingBytes: 512 * 1024,
  /** Bytes waiting for a client that reads too slowly; beyond them it is cut off and has to come back. */
  bufferedBytes: 1024 * 1024,
  /** Milliseconds a client has to answer when its socket is closed. */
  closeWithin: 1_000,
  /** Bytes of one row; of a larger one only the key is sent. */
  recordBytes: 1024 * 1024,
  /** Milliseconds between two signs of life the server asks for. */
  pingEvery: 30_000,
  /** Changes read in one transaction per subscriber. */
  batch: 200,
  /** Different filters looked at in one statement. */
  filtersPerStatement: 20,
  /** Milliseconds of reading for one subscriber after which only the first statement for each table is asked. */
  readingMs: 1_000,
  /** Changes waiting to be read; beyond them subscribers are told to come back and read afresh. */
  waitingChanges: 5_000,
}

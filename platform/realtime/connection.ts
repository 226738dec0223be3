import { asIdentity, type Identity, SessionEndedError } from '../database/as-identity.ts'
import { DatabaseError } from '../database/database.ts'
import { authenticate, UnauthorizedError } from '../http/identity.ts'
import type { PlatformOptions } from '../options.ts'
import { type Binding, type Channel, isExpired, parseJoinRequest } from './channel.ts'
import type { Feed } from './change-feed.ts'
import { parseFilter } from './change-filter.ts'
import { type Frame, limits, SubscriptionError } from './frames.ts'
import type { Sender } from './socket-senders.ts'
import { checkBindings } from './visible-rows.ts'

const TOPIC_PREFIX = 'realtime:'

export type ConnectionDependencies = Pick<
  PlatformOptions,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
>

export interface SocketWriter {
  send: (frame: Frame) => void
  /** Closes the socket so that the client reconnects. */
  restart: () => void
}

export interface ConnectionParts {
  wire: SocketWriter
  /** The key the socket was opened with; the identity of channels without a token. */
  apikey: string
  sender: Sender
  /** Joined channels of all sockets, shared with the feed. */
  channels: Set<Channel>
  feed: Feed
}

export interface Connection {
  receive: (frame: Frame) => Promise<void>
  /** Ends channels with expired tokens. */
  expire: () => void
  closed: () => void
}

/** Protocol handler of one socket: joins, leaves, token updates, heartbeats. */
export function createConnection(parts: ConnectionParts, deps: ConnectionDependencies): Connection {
  const { wire, channels } = parts
  const joined = new Map<string, Channel>()
  let lastBinding = 0

  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: unknown = {}) =>
    wire.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })

  async function receive(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix') return frame.event === 'heartbeat' ? heartbeat(frame) : undefined
    if (frame.event === 'phx_join') return join(frame)
    const channel = joined.get(frame.topic)
    if (channel === undefined) return reply(frame, 'error', { reason: 'unmatched topic' })
    if (frame.event === 'phx_leave') return leave(frame, channel)
    if (frame.event === 'access_token') return renew(frame, channel)
    const reason = `"${frame.event}" is not supported, only postgres_changes.`
    reply(frame, 'error', { reason })
    // Clients treat a broadcast as sent without a reply, but report a failed channel.
    if (frame.event === 'broadcast') channel.end(reason, { retry: true })
  }

  function heartbeat(frame: Frame): void {
    expire()
    reply(frame, 'ok')
  }

  async function join(frame: Frame): Promise<void> {
    const earlier = joined.get(frame.topic)
    if (earlier !== undefined) forget(earlier)
    try {
      const channel = await openChannel(frame)
      reply(frame, 'ok', {
        postgres_changes: channel.bindings.map(({ id, requested }) => ({ id, ...requested })),
      })
      joined.set(frame.topic, channel)
      channels.add(channel)
      channel.push('system', system(frame.topic, 'ok', 'Subscribed to PostgreSQL'))
    } catch (error) {
      reply(frame, 'error', { reason: describeRejection(error, deps) })
    }
  }

  async function openChannel({ topic, joinRef, payload }: Frame): Promise<Channel> {
    if (!topic.startsWith(TOPIC_PREFIX)) throw new SubscriptionError('A topic starts with "realtime:".')
    if (joined.size >= limits.channelsPerSocket)
      throw new SubscriptionError('Too many channels on this connection.')
    const request = parseJoinRequest(payload)
    const bindings = request.changes.map((requested): Binding => {
      lastBinding += 1
      return { id: lastBinding, requested, conditions: requested.filter ? parseFilter(requested.filter) : [] }
    })
    parts.sender.takeJoin()
    const identity = await findIdentity(request.accessToken)
    const release = parts.sender.takeBindings(bindings.length, findAccount(identity))
    try {
      await parts.feed.listening()
      await requireBindings(identity, bindings)
    } catch (error) {
      release()
      throw error
    }
    return createChannel(topic, joinRef, { identity, bindings, release })
  }

  function findIdentity(token: string | undefined): Promise<Identity> {
    const authorization = token === undefined ? undefined : `Bearer ${token}`
    return authenticate({ apikey: parts.apikey, authorization }, deps)
  }

  /** Throws if the session has ended or a binding is not allowed for the identity. */
  function requireBindings(identity: Identity, bindings: Binding[]): Promise<void> {
    return asIdentity(deps.database, identity, (tx) => checkBindings(tx, bindings), { readOnly: true })
  }

  function createChannel(
    topic: string,
    joinRef: string | null,
    subscription: Pick<Channel, 'identity' | 'bindings' | 'release'>,
  ): Channel {
    const channel: Channel = {
      ...subscription,
      topic,
      joinRef,
      push: (event, payload) => wire.send({ joinRef, ref: null, topic, event, payload }),
      end: (reason, { retry } = { retry: false }) => {
        forget(channel)
        channel.push('system', system(topic, 'error', reason))
        channel.push(retry ? 'phx_error' : 'phx_close', {})
      },
      restart: wire.restart,
    }
    return channel
  }

  function leave(frame: Frame, channel: Channel): void {
    forget(channel)
    reply(frame, 'ok')
    channel.push('phx_close', {})
  }

  async function renew(frame: Frame, channel: Channel): Promise<void> {
    const token = readAccessToken(frame.payload)
    try {
      parts.sender.takeJoin()
      const identity = await findIdentity(token)
      await requireBindings(identity, [])
      channel.identity = identity
    } catch (error) {
      // Tokens are refreshed and limits reset, so clients may retry; any other error closes the channel.
      const expired = error instanceof UnauthorizedError && error.message === 'JWT expired'
      const retry = expired || error instanceof SubscriptionError
      channel.end(describeRejection(error, deps), { retry })
    }
  }

  function forget(channel: Channel): void {
    if (channels.delete(channel)) channel.release()
    if (joined.get(channel.topic) === channel) joined.delete(channel.topic)
  }

  function expire(): void {
    for (const channel of joined.values()) {
      if (isExpired(channel, deps.clock())) channel.end('The access token has expired.', { retry: true })
    }
  }

  return {
    receive,
    expire,
    closed: () => {
      for (const channel of joined.values()) forget(channel)
    },
  }
}

function system(topic: string, status: 'ok' | 'error', message: string) {
  const extension = status === 'ok' ? 'postgres_changes' : 'system'
  return { channel: topic.slice(TOPIC_PREFIX.length), extension, status, message }
}

function findAccount(identity: Identity): string | null {
  return identity.role === 'authenticated' ? identity.claims.sub : null
}

function readAccessToken(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('access_token' in payload)) return undefined
  return typeof payload.access_token === 'string' ? payload.access_token : undefined
}

/** The public reason for a rejection. */
function describeRejection(error: unknown, { log }: ConnectionDependencies): string {
  if (
    error instanceof SubscriptionError ||
    error instanceof UnauthorizedError ||
    error instanceof SessionEndedError
  ) {
    return error.message
  }
  // Class 22 or 42: a filter value of the wrong type, or an operator its column does not support.
  if (error instanceof DatabaseError && /^(22|42)/.test(error.sqlState))
    return `The filter is not valid: ${error.message}`
  log.error({ err: error }, 'joining a channel failed')
  return 'The service is busy right now. Please try again in a moment.'
}

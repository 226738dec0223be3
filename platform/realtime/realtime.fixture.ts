import { WebSocket } from 'ws'

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** A bare socket that speaks version 2.0.0 of the protocol, for what the genuine client never sends. */
export interface RealtimeSocket {
  send: (data: string | Buffer) => void
  /** Sends a message and resolves with the reply to it. */
  ask: (topic: string, event: string, payload?: unknown) => Promise<Message>
  /** Resolves with the first message that fits, of those that came and those to come. */
  message: (fits: (message: Message) => boolean) => Promise<Message>
  /** The code the socket was closed with. */
  closed: Promise<number>
  close: () => void
}

export async function openRealtimeSocket(
  url: string,
  query: Record<string, string>,
): Promise<RealtimeSocket> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`,
  )
  const received: Message[] = []
  const waiting = new Set<() => void>()
  let lastRef = 0

  socket.on('message', (data: Buffer) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString())
    received.push({ joinRef, ref, topic, event, payload })
    for (const wake of waiting) wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, response) => reject(new Error(`HTTP ${response.statusCode}`)))
    socket.once('error', reject)
  })

  const message: RealtimeSocket['message'] = (fits) =>
    new Promise((resolve) => {
      const look = () => {
        const found = received.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })

  return {
    send: (data) => socket.send(data),
    ask: (topic, event, payload = {}) => {
      lastRef += 1
      const ref = String(lastRef)
      socket.send(JSON.stringify([ref, ref, topic, event, payload]))
      return message((candidate) => candidate.event === 'phx_reply' && candidate.ref === ref)
    },
    message,
    closed,
    close: () => socket.close(),
  }
}

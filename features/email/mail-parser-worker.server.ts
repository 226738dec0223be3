import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse-mail.server.ts'

parentPort?.on('message', ({ source, simply }: { source: Uint8Array; simply: boolean }) => {
  void parseMail(source, { simply }).then(
    (mail) => send({ mail }),
    () => send({ isDead: false }),
  )
})

function send(reply: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  parentPort?.postMessage(reply)
}

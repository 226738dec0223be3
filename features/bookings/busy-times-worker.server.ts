import { parentPort, workerData } from 'node:worker_threads'
import { CalendarError, readBusyTimes } from './read-busy-times.server.ts'

send(answer())

function answer(): object {
  try {
    return readBusyTimes(workerData.text, workerData.question)
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return { refusal: error.message }
  }
}

function send(reply: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  parentPort?.postMessage(reply)
}

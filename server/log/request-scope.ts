import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string>()

/** Everything `work` logs, however deep down, carries the id of this request. */
export function withinRequest<T>(id: string, work: () => T): T {
  return requestIds.run(id, work)
}

/** The id of the request that is being worked on; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

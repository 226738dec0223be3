import { limits, SubscriptionError } from './frames.ts'
import { UpgradeError } from './upgrade.ts'

/** Limits shared by the sockets of one sender (see `senderOfUpgrade`). */
export interface Sender {
  /** Counts a join or token update. Throws SubscriptionError above the rate limit. */
  takeJoin: () => void
  /**
   * Reserves a channel's bindings and returns a function that releases them. `account`: the user's id, if any. Throws
   * SubscriptionError if none are left.
   */
  takeBindings: (count: number, account: string | null) => () => void
  /** Call when the socket has closed. */
  leave: () => void
}

interface Counted {
  sockets: number
  bindings: number
  connections: () => boolean
  joins: () => boolean
}

/** Counts sockets and pending upgrades, joins and bindings per sender. */
export function createSenders() {
  const senders = new Map<string, Counted>()
  const bindingsOfAccounts = new Map<string, number>()
  let sockets = 0

  function find(name: string): Counted {
    const known = senders.get(name)
    if (known !== undefined) return known
    const counted = {
      sockets: 0,
      bindings: 0,
      connections: limitRate(limits.connections),
      joins: limitRate(limits.joins),
    }
    senders.set(name, counted)
    return counted
  }

  function addToAccount(account: string, count: number): void {
    const sum = (bindingsOfAccounts.get(account) ?? 0) + count
    if (sum > limits.bindingsPerAccount)
      throw new SubscriptionError('Too many subscriptions of this account.')
    if (sum === 0) bindingsOfAccounts.delete(account)
    else bindingsOfAccounts.set(account, sum)
  }

  return {
    /** Throws UpgradeError if the sender, or all senders together, have too many sockets or open them too fast. */
    admit: (name: string): Sender => {
      const counted = find(name)
      const room = sockets < limits.sockets && counted.sockets < limits.socketsPerSender
      if (!counted.connections() || !room)
        throw new UpgradeError('429 Too Many Requests', 'Too many connections')
      counted.sockets += 1
      sockets += 1
      return {
        takeJoin: () => {
          if (!counted.joins())
            throw new SubscriptionError(
              'Too many subscriptions in a short time. Please try again in a moment.',
            )
        },
        takeBindings: (count, account) => {
          if (counted.bindings + count > limits.bindingsPerSender)
            throw new SubscriptionError('Too many subscriptions from this address.')
          if (account !== null) addToAccount(account, count)
          counted.bindings += count
          return () => {
            counted.bindings -= count
            if (account !== null) addToAccount(account, -count)
          }
        },
        leave: () => {
          counted.sockets -= 1
          sockets -= 1
        },
      }
    },
    /** Call every `pingEvery`: all rate periods have restarted by then. */
    forgetQuiet: () => {
      for (const [name, counted] of senders) if (counted.sockets === 0) senders.delete(name)
    },
  }
}

/** Returns a function that allows `count` calls in each `perMs` milliseconds. */
export function limitRate({ count, perMs }: { count: number; perMs: number }): () => boolean {
  let taken = 0
  let since = performance.now()
  return () => {
    const now = performance.now()
    if (now - since > perMs) {
      taken = 0
      since = now
    }
    taken += 1
    return taken <= count
  }
}

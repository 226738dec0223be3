import { limits } from './frames.ts'
import { SubscriptionError } from './row-change.ts'
import { UpgradeError } from './upgrade.ts'

/** What the sockets of one sender (see `senderOf`) have taken of their common limits. */
export interface Sender {
  /** Counts a join or a new token. Throws SubscriptionError beyond what a sender may ask within a time. */
  takeJoin: () => void
  /**
   * Reserves room for the bindings of a channel and returns what gives it back. `account`: the id of the user, if it is one.
   * Throws SubscriptionError where there is none.
   */
  takeBindings: (count: number, account: string | null) => () => void
  /** The socket is closed. */
  leave: () => void
}

interface Counted {
  sockets: number
  bindings: number
  connections: () => boolean
  joins: () => boolean
}

/** Counts sockets, from the moment they ask to be opened, and what they ask for, by sender. */
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
    /** Throws UpgradeError where the sender, or everybody, has too many sockets or opens them too quickly. */
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
    /** Called every `pingEvery`, in which all rates have begun anew. */
    forgetQuiet: () => {
      for (const [name, counted] of senders) if (counted.sockets === 0) senders.delete(name)
    },
  }
}

/** Says whether one more is allowed: `count` within each `perMs` milliseconds. */
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

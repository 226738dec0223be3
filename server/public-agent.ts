import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import type { Agent } from 'undici'
import ipaddr from 'ipaddr.js'

/** The address is in a private network, on this machine, or reserved. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** Whether an IP address is on the public internet: not private, local, shared, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * Connects only to public addresses. Resolves each name once and connects to the checked address, which prevents DNS
 * rebinding.
 */
export async function publicAgent(resolve: LookupFunction = lookup): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  const connect = buildConnector({ lookup: publicLookup(resolve), timeout: 5_000 })
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // Numeric addresses skip the lookup.
      if (isIP(host) !== 0 && !isPublicAddress(host)) callback(refusal(host), null)
      else connect(options, callback)
    },
  })
}

const lookup: LookupFunction = (hostname, options, callback) => systemLookup(hostname, options, callback)

function publicLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      // With an error `found` is undefined, despite its type.
      if (error) return callback(error, '', 0)
      const addresses: LookupAddress[] = typeof found === 'string' ? [] : found
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(refusal(hostname), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function refusal(host: string): PrivateAddressError {
  return new PrivateAddressError(`${host} is not on the public internet`)
}

import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

/** The address leads into a private network, to this machine, or nowhere a stranger's file may come from. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** Whether an IP address belongs to the public internet: no private, local, shared, mapped or reserved network. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * Connects to public addresses alone. Names are resolved once, here, and the connection goes to the address that was
 * looked at, so that a name cannot answer differently the second time.
 */
export function publicAgent(resolve: LookupFunction = lookup): Agent {
  const connect = buildConnector({ lookup: publicLookup(resolve), timeout: 5_000 })
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // An address written as numbers is never looked up.
      if (isIP(host) !== 0 && !isPublicAddress(host)) callback(refusal(host), null)
      else connect(options, callback)
    },
  })
}

const lookup: LookupFunction = (hostname, options, callback) => systemLookup(hostname, options, callback)

function publicLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      // With an error there is nothing else: `found` is undefined, whatever its type says.
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

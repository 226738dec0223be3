import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { HttpEnv } from './http-context.ts'

const UNKNOWN = '0.0.0.0'

/**
 * Sets the visitor's address. Each of `trustedProxies` proxies appends the address it was called from to
 * X-Forwarded-For, so the visitor's stands that many places from the end; whatever stands before it was sent by
 * the visitor and proves nothing. With 0 the header is ignored.
 */
export function clientAddress(trustedProxies: number) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const connection = c.env?.clientAddress ?? c.env?.incoming?.socket.remoteAddress
    const forwarded = c.env?.clientAddress === undefined ? c.req.header('x-forwarded-for') : undefined
    c.set('clientAddress', visitorAddress({ connection, forwarded }, trustedProxies))
    await next()
  })
}

/** The visitor's address from the connection's and X-Forwarded-For, by the rule above. */
export function visitorAddress(
  seen: { connection: string | undefined; forwarded: string | undefined },
  trustedProxies: number,
): string {
  return normalize(fromProxies(seen.forwarded, trustedProxies) ?? seen.connection ?? UNKNOWN)
}

/**
 * Whom a limit counts: the visitor's address, or of IPv6 the network of 64 bits it lies in. A household is given such a network
 * whole, and whoever sends from a new address of it each time is still one sender.
 */
export function resolveClientAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

function fromProxies(header: string | undefined, trustedProxies: number): string | undefined {
  if (trustedProxies === 0 || header === undefined) return undefined
  const addresses = header.split(',').map((part) => part.trim())
  const address = addresses.at(-trustedProxies)
  return address !== undefined && ipaddr.isValid(address) ? address : undefined
}

/** `::ffff:192.0.2.1` and `192.0.2.1` are one visitor. */
function normalize(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : UNKNOWN
}

import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { HttpEnv } from './http-context.ts'

const UNKNOWN = '0.0.0.0'

/**
 * Sets the visitor's address. Each of `trustedProxies` proxies appends the address of its caller to X-Forwarded-For,
 * so the visitor's is that many places from the end; earlier entries come from the visitor and prove nothing. With 0
 * the header is ignored.
 */
export function setClientAddress(trustedProxies: number) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const connection = c.env?.clientAddress ?? c.env?.incoming?.socket.remoteAddress
    const forwarded = c.env?.clientAddress === undefined ? c.req.header('x-forwarded-for') : undefined
    c.set('clientAddress', visitorAddress({ connection, forwarded }, trustedProxies))
    await next()
  })
}

/** The visitor's address from connection and X-Forwarded-For, by the rule above. */
export function visitorAddress(
  seen: { connection: string | undefined; forwarded: string | undefined },
  trustedProxies: number,
): string {
  return normalize(findForwardedAddress(seen.forwarded, trustedProxies) ?? seen.connection ?? UNKNOWN)
}

/**
 * The rate-limit key of a visitor: the address, or for IPv6 its /64 network. A household gets a whole /64, and
 * rotating addresses within it must not bypass a limit.
 */
export function resolveClientAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

function findForwardedAddress(header: string | undefined, trustedProxies: number): string | undefined {
  if (trustedProxies === 0 || header === undefined) return undefined
  const addresses = header.split(',').map((part) => part.trim())
  const address = addresses.at(-trustedProxies)
  return address !== undefined && ipaddr.isValid(address) ? address : undefined
}

/** `::ffff:192.0.2.1` and `192.0.2.1` are one visitor. */
function normalize(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : UNKNOWN
}

import { existsSync, statSync } from 'node:fs'
import type { Config } from '../../server/config.ts'
import { attention, ok, type Finding } from './finding.ts'

/** Settings that are valid but may not be intended. */
export function checkConfiguration(config: Config): Finding[] {
  const problems = [
    addressProblem(config),
    proxyProblem(config),
    fileProblem(),
    passwordProblem(config),
  ].filter((finding) => finding !== null)
  return problems.length > 0 ? problems : [ok('Configuration', `The site address is ${config.siteUrl}.`)]
}

function addressProblem({ siteUrl }: Config): Finding | null {
  if (isLocal(siteUrl)) {
    return attention(
      'Configuration',
      `The site address is ${siteUrl}, which only this machine can open.`,
      'Before others use the site, set PUBLIC_SITE_URL to its public address: links in mails and the carrier need it.',
    )
  }
  if (siteUrl.startsWith('https:')) return null
  return attention(
    'Configuration',
    `The site address ${siteUrl} is not encrypted: passwords can be read in transit.`,
    'Put a proxy with TLS in front and set PUBLIC_SITE_URL to the https address.',
  )
}

/** A public https address needs a proxy; if it is not trusted, all visitors share its address. */
function proxyProblem({ siteUrl, trustedProxies }: Config): Finding | null {
  if (isLocal(siteUrl) || trustedProxies > 0) return null
  return attention(
    'Proxies',
    'No proxy is trusted. Behind one, all visitors would have its address and share their rate limits.',
    'Set TRUSTED_PROXIES to the number of proxies in front, usually 1. Ignore this if there is no proxy.',
  )
}

function fileProblem(): Finding | null {
  if (!existsSync('.env') || !isOpenToOthers('.env')) return null
  return attention(
    'Configuration',
    'Other users of this machine can read .env and the keys in it.',
    'Run: chmod 600 .env',
  )
}

function passwordProblem({ firstAdmin }: Config): Finding | null {
  if (firstAdmin.password === undefined) return null
  return attention(
    'Configuration',
    'ADMIN_PASSWORD is still set. It was only needed for the very first start.',
    'Remove it from the settings once you can sign in.',
  )
}

/** Whether other users have any access to the file or folder. */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
}

export function isLocal(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
}

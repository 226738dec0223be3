import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './journey.ts'
import type { RunningSite } from './running-site.ts'

/** The link in the newest simulated mail of this kind, as an address on the site. */
export async function linkMailedTo(site: RunningSite, email: string, type: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      link = (await mailsTo(site, email))
        .map((mail) => findLink(mail, type))
        .findLast((found) => found !== undefined)
      return link
    })
    .toBeDefined()
  return link ?? ''
}

async function mailsTo(site: RunningSite, email: string): Promise<string[]> {
  const directory = join(site.dataDirectory, 'mail')
  const files = (await readdir(directory).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
  const mails = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}

function findLink(mail: string, type: string): string | undefined {
  const unfolded = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return new RegExp(`http\\S+type=${type}&token_hash=[\\w-]+`).exec(unfolded)?.[0]
}

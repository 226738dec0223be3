import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './journey.ts'
import type { RunningSite } from './running-site.ts'

/** The link in the newest simulated mail of this kind, as a URL of the site. */
export function linkMailedTo(site: RunningSite, email: string, type: string): Promise<string> {
  return addressMailedTo(site, email, new RegExp(`http\\S+type=${type}&token_hash=[\\w-]+`))
}

/** The page where a recipient of lead mails chooses their frequency. */
export function findLeadMailPage(site: RunningSite, email: string): Promise<string> {
  return addressMailedTo(site, email, /http\S+\/lead-mail\?reader=[\w-]+&key=[\w-]+/)
}

async function addressMailedTo(site: RunningSite, email: string, pattern: RegExp): Promise<string> {
  let address: string | undefined
  await expect
    .poll(async () => {
      const mails = await mailsTo(site, email)
      address = mails
        .map((mail) => pattern.exec(unfolded(mail))?.[0])
        .findLast((found) => found !== undefined)
      return address
    })
    .toBeDefined()
  return address ?? ''
}

async function mailsTo(site: RunningSite, email: string): Promise<string[]> {
  const directory = join(site.dataDirectory, 'mail')
  const files = (await readdir(directory).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
  const mails = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}

function unfolded(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
}

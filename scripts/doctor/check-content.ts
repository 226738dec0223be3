import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { chooseFiles, findRefusal, type Refusal } from '../../server/files/choose-files.ts'
import { broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Files'

/** What writes, finds and keeps the content of the blog. Asking a model or a photo service costs, so those are not tried. */
export async function checkContent(config: Config): Promise<Finding[]> {
  const { ai, photos } = config
  return [
    ok(
      'AI',
      ai.provider === 'simulated'
        ? 'Simulated: sample drafts and drawn covers.'
        : `Live: ${ai.provider}, ${ai.textModel}; not tried, as that costs.`,
    ),
    ok(
      'Photos',
      photos.provider === 'simulated'
        ? 'Simulated: a few drawings of our own.'
        : `Live: ${photos.provider}; not tried, as its use is counted.`,
    ),
    await checkFileStore(config),
  ]
}

async function checkFileStore(config: Config): Promise<Finding> {
  if (config.s3 === undefined) return checkFolder(join(config.dataDirectory, 'files'))
  const { bucket } = config.s3
  const refusal = await findRefusal(chooseFiles(config))
  if (refusal === null)
    return ok(ABOUT, `The bucket ${bucket} takes a file, gives it back and removes it again.`)
  return broken(ABOUT, `${refusal.reason}.`, REMEDY[refusal.what])
}

const KEYS = 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the two keys, and that the keys may'

/** What a key must be allowed, in the words of S3, by what did not work. */
const REMEDY: Record<Refusal['what'], string> = {
  write: `${KEYS} put objects (s3:PutObject). No picture can be uploaded until then, and no backup restored.`,
  read: `${KEYS} get objects (s3:GetObject). No picture is shown until then, and no backup made.`,
  remove: `${KEYS} delete objects (s3:DeleteObject). Pictures nobody uses stay until then, and the file just tried, pictures/probe-….`,
  miss: `${KEYS} list the bucket (s3:ListBucket). Without it a picture that is gone cannot be told from a storage that refuses.`,
}

function checkFolder(folder: string): Finding {
  if (!existsSync(folder)) return ok(ABOUT, `They will be kept in ${folder}.`)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok(ABOUT, `They are kept in ${folder}.`)
  } catch {
    return broken(
      ABOUT,
      `${folder} cannot be written.`,
      `Make it belong to the user the site runs as: chown -R USER ${folder}`,
    )
  }
}

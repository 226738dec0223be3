import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { chooseFiles, probeFileStore, type ProbeFailure } from '../../server/files/choose-files.ts'
import { broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Files'

/**
 * AI, stock photos and file storage. Requests to a model or a photo service cost money or quota, so those are not
 * tested.
 */
export async function checkContent(config: Config): Promise<Finding[]> {
  const { ai, photos } = config
  return [
    ok(
      'AI',
      ai.provider === 'simulated'
        ? 'Simulated: sample drafts and generated covers.'
        : `Live: ${ai.provider}, ${ai.textModel}; not tested, because requests cost money.`,
    ),
    ok(
      'Photos',
      photos.provider === 'simulated'
        ? 'Simulated: a few built-in drawings.'
        : `Live: ${photos.provider}; not tested, because requests are limited.`,
    ),
    await checkFileStore(config),
  ]
}

async function checkFileStore(config: Config): Promise<Finding> {
  if (config.s3 === undefined) return checkFolder(join(config.dataDirectory, 'files'))
  const { bucket } = config.s3
  const refusal = await probeFileStore(chooseFiles(config))
  if (refusal === null) return ok(ABOUT, `The bucket ${bucket} stores, returns and deletes files.`)
  return broken(ABOUT, `${refusal.reason}.`, REMEDY[refusal.what])
}

const KEYS = 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the two keys, and that the keys may'

/** Advice by the operation that failed. */
const REMEDY: Record<ProbeFailure['what'], string> = {
  write: `${KEYS} put objects (s3:PutObject). Until then, no picture can be uploaded and no backup restored.`,
  read: `${KEYS} get objects (s3:GetObject). Until then, no picture is shown and no backup is made.`,
  remove: `${KEYS} delete objects (s3:DeleteObject). Until then, unused pictures stay, and so does the test file pictures/probe-….`,
  miss: `${KEYS} list the bucket (s3:ListBucket). Without it, a missing picture looks like a refused request.`,
}

function checkFolder(folder: string): Finding {
  if (!existsSync(folder)) return ok(ABOUT, `Files will be stored in ${folder}.`)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok(ABOUT, `Files are stored in ${folder}.`)
  } catch {
    return broken(
      ABOUT,
      `${folder} is not writable.`,
      `Give it to the user that runs the site: chown -R USER ${folder}`,
    )
  }
}

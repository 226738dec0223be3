import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { chooseFiles } from '../../server/providers/files/choose-files.ts'
import { FileStoreError } from '../../server/providers/files/file-store.ts'
import { broken, ok, type Finding } from './finding.ts'

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
    ...(await checkFileStore(config)),
  ]
}

async function checkFileStore(config: Config): Promise<Finding[]> {
  const about = 'Files'
  if (config.s3 === undefined) return [checkFolder(join(config.dataDirectory, 'files'))]
  try {
    await chooseFiles(config).find('doctor/nothing-is-here.txt')
    return [ok(about, `The bucket ${config.s3.bucket} answers.`)]
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    return [
      broken(
        about,
        `${error.message}.`,
        'Check S3_ENDPOINT, S3_BUCKET and the two keys. Pictures are neither shown nor kept until then.',
      ),
    ]
  }
}

function checkFolder(folder: string): Finding {
  if (!existsSync(folder)) return ok('Files', `They will be kept in ${folder}.`)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok('Files', `They are kept in ${folder}.`)
  } catch {
    return broken(
      'Files',
      `${folder} cannot be written.`,
      `Make it belong to the user the site runs as: chown -R USER ${folder}`,
    )
  }
}

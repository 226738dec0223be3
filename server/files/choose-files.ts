import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskFiles } from './disk-files.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { createS3Files } from './s3-files.ts'

/** The storage of the configuration; without one, files in `DATA_DIR/files`. */
export function chooseFiles(config: Pick<Config, 's3' | 'dataDirectory'>): FileStore {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDirectory, 'files'))
}

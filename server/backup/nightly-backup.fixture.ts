// Makes a nightly backup like the server: `nightly-backup.fixture.ts TIME CONFIG`, the config as JSON.
import { pino } from 'pino'
import { z } from 'zod'
import { makeNightlyBackup } from './nightly-backup.ts'
import { parseConfig } from '../config.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { loadSecrets } from '../secrets.ts'

const [time = '', settings = ''] = process.argv.slice(2)
const config = parseConfig(z.record(z.string(), z.string()).parse(JSON.parse(settings)))

await makeNightlyBackup({
  config,
  secrets: await loadSecrets(config),
  database: await openDatabase(config),
  files: chooseFiles(config),
  clock: () => new Date(time),
  log: pino({ level: 'silent' }),
  signal: new AbortController().signal,
})

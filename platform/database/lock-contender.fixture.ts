// Tries to lock the given data directory, prints the result, and holds the lock until stdin ends.
import { DataDirectoryLockedError, lockDataDirectory } from './data-directory-lock.ts'

const [directory = ''] = process.argv.slice(2)

process.stdin.once('data', () => void contend())
process.stdout.write('waiting\n')

async function contend(): Promise<void> {
  try {
    const lock = await lockDataDirectory(directory)
    process.stdout.write('locked\n')
    process.stdin.once('end', () => lock.release())
  } catch (error) {
    if (!(error instanceof DataDirectoryLockedError)) throw error
    process.stdout.write(`refused ${error.pid}\n`)
    process.stdin.destroy()
  }
}

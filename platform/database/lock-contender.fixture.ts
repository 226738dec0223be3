// Tries to lock the given data directory, prints the result, and holds the lock until stdin ends.
import { DataDirectoryLockedError, lockDataDirectory } from './data-directory-lock.ts'

const [directory = ''] = process.argv.slice(2)

process.stdin.once('data', () => {
  try {
    const lock = lockDataDirectory(directory)
    process.stdout.write('locked\n')
    process.stdin.once('end', () => lock.release())
  } catch (error) {
    if (!(error instanceof DataDirectoryLockedError)) throw error
    process.stdout.write(`refused ${error.pid}\n`)
    process.stdin.destroy()
  }
})
process.stdout.write('waiting\n')

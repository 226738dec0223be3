import { runChecks } from './checks.ts'

const { failed } = runChecks()
process.exit(failed === 0 ? 0 : 1)

import { buildIfStale } from './build-if-stale.ts'

// `npm run build` installs and builds everything, once and after each update, for a server started by other means.

buildIfStale()

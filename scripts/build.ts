import { buildIfStale } from './build-if-stale.ts'

// `npm run build`: what is installed and built once and after every update, for a server that somebody else starts.

buildIfStale()

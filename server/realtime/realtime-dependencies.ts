import type { Dependencies } from '../dependencies.ts'

export type RealtimeDependencies = Pick<
  Dependencies,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
>

import type { Dependencies } from '../../server/dependencies.ts'

export type RealtimeDependencies = Pick<
  Dependencies,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
>

import type { PlatformOptions } from '../options.ts'

export type RealtimeDependencies = Pick<
  PlatformOptions,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
>

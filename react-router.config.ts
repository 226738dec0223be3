import type { Config } from '@react-router/dev/config'
import { compressAssets } from './server/pages/compress-assets.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: shipping all of it saves a request per hovered link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => compressAssets('build/client'),
} satisfies Config

import type { MetaFunction } from 'react-router'
import { customApps } from '../../features/site/content/custom-apps.ts'
import { pageMeta } from '../site/page-meta.ts'
import { CustomAppsPage } from '../../features/site/services/custom-apps-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...customApps, path: '/services/custom-apps' }, matches)

export default CustomAppsPage

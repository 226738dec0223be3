import { customApps } from '../../features/site/content/custom-apps.ts'
import { pageMeta } from '../site/page-meta.ts'
import { CustomAppsPage } from '../../features/site/services/custom-apps-page.tsx'
import type { Route } from './+types/services.custom-apps.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...customApps, path: '/services/custom-apps' }, matches)

export default CustomAppsPage

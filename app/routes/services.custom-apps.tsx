import { customApps } from '../site/content/custom-apps.ts'
import { pageMeta } from '../site/seo/page-meta.ts'
import { CustomAppsPage } from '../site/service-detail/custom-apps-page.tsx'
import type { Route } from './+types/services.custom-apps.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...customApps, path: '/services/custom-apps' }, matches)

export default CustomAppsPage

import { websiteDevelopment } from '../../features/site/content/website-development.ts'
import { pageMeta } from '../site/page-meta.ts'
import { WebsiteDevelopmentPage } from '../../features/site/services/website-development-page.tsx'
import type { Route } from './+types/services.website-development.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...websiteDevelopment, path: '/services/website-development' }, matches)

export default WebsiteDevelopmentPage

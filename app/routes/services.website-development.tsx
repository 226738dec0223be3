import { websiteDevelopment } from '../site/content/website-development.ts'
import { pageMeta } from '../site/seo/page-meta.ts'
import { WebsiteDevelopmentPage } from '../site/service-detail/website-development-page.tsx'
import type { Route } from './+types/services.website-development.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...websiteDevelopment, path: '/services/website-development' }, matches)

export default WebsiteDevelopmentPage

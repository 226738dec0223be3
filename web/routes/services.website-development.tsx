import type { MetaFunction } from 'react-router'
import { websiteDevelopment } from '../../features/site/content/website-development.ts'
import { pageMeta } from '../site/page-meta.ts'
import { WebsiteDevelopmentPage } from '../../features/site/services/website-development-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...websiteDevelopment, path: '/services/website-development' }, matches)

export default WebsiteDevelopmentPage

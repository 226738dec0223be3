import { localSeo } from '../../features/site/content/local-seo.ts'
import { pageMeta } from '../site/page-meta.ts'
import { LocalSeoPage } from '../../features/site/services/local-seo-page.tsx'
import type { Route } from './+types/services.local-seo.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...localSeo, path: '/services/local-seo' }, matches)

export default LocalSeoPage

import { localSeo } from '../site/content/local-seo.ts'
import { pageMeta } from '../site/seo/page-meta.ts'
import { LocalSeoPage } from '../site/service-detail/local-seo-page.tsx'
import type { Route } from './+types/services.local-seo.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...localSeo, path: '/services/local-seo' }, matches)

export default LocalSeoPage

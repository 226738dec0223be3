import type { MetaFunction } from 'react-router'
import { localSeo } from '../../features/site/content/local-seo.ts'
import { pageMeta } from '../site/page-meta.ts'
import { LocalSeoPage } from '../../features/site/services/local-seo-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...localSeo, path: '/services/local-seo' }, matches)

export default LocalSeoPage

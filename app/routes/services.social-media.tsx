import { socialMedia } from '../site/content/social-media.ts'
import { pageMeta } from '../site/seo/page-meta.ts'
import { SocialMediaPage } from '../site/service-detail/social-media-page.tsx'
import type { Route } from './+types/services.social-media.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...socialMedia, path: '/services/social-media' }, matches)

export default SocialMediaPage

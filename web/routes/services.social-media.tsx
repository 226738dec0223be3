import { socialMedia } from '../../features/site/content/social-media.ts'
import { pageMeta } from '../site/page-meta.ts'
import { SocialMediaPage } from '../../features/site/services/social-media-page.tsx'
import type { Route } from './+types/services.social-media.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...socialMedia, path: '/services/social-media' }, matches)

export default SocialMediaPage

import type { MetaFunction } from 'react-router'
import { socialMedia } from '../../features/site/content/social-media.ts'
import { pageMeta } from '../site/page-meta.ts'
import { SocialMediaPage } from '../../features/site/services/social-media-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...socialMedia, path: '/services/social-media' }, matches)

export default SocialMediaPage

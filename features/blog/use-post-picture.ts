import { isShown } from './picture-addresses.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import type { PostSummary } from './public-posts.ts'

/** The address of a post's own picture. Null where it has none, or one that browsers are not allowed to show here. */
export function usePostPicture({
  featured_image: address,
}: Pick<PostSummary, 'featured_image'>): string | null {
  const { sandbox } = usePublicSettings()
  return address !== null && isShown(address, { photoService: !sandbox.photos }) ? address : null
}

import { usePublicSettings } from '../../root-data.ts'
import type { PostSummary } from '../posts.ts'
import { findPicture, PHOTO_SERVICE } from './picture.ts'

/** The address of a post's own picture. Null where it has none, or one of a photo service this installation does not use. */
export function usePostPicture(post: Pick<PostSummary, 'featured_image'>): string | null {
  const { sandbox } = usePublicSettings()
  const picture = findPicture(post)
  return sandbox.photos && picture?.startsWith(PHOTO_SERVICE) ? null : picture
}

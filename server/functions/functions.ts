import { autoGenerateBlogPost } from './auto-generate-blog-post.ts'
import { clientIp } from './client-ip.ts'
import { formToken } from './form-token.ts'
import { generateBlogContent } from './generate-blog-content.ts'
import { generateBlogImage } from './generate-blog-image.ts'
import { handleContactForm } from './handle-contact-form.ts'
import { manageTeam } from './manage-team.ts'
import { ownAccount } from './own-account.ts'
import { searchStockPhotos } from './search-stock-photos.ts'
import { selectStockPhoto } from './select-stock-photo.ts'
import type { ServerFunction } from './server-function.ts'
import { uploadPicture } from './upload-picture.ts'

/** Every function the server offers; who may call it stands beside its name. */
export const functions: readonly ServerFunction[] = [
  handleContactForm, // anyone with a key
  clientIp, // everybody
  formToken, // everybody
  manageTeam, // admins, and the machine's own commands
  ownAccount, // everybody signed in
  generateBlogContent, // admins
  generateBlogImage, // admins
  searchStockPhotos, // admins
  selectStockPhoto, // admins
  autoGenerateBlogPost, // admins
  uploadPicture, // admins
]

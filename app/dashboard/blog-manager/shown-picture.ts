/** Pictures from anywhere else are refused by visitors' browsers, and by ours. */
const PHOTO_SERVICE = 'https://images.unsplash.com/'

/** Whether a picture at this address is shown to anybody: one of our own, or of the photo service where that is in use. */
export function isShown(address: string, { photoService }: { photoService: boolean }): boolean {
  return /^\/[^/\s\\]/.test(address) || (photoService && address.startsWith(PHOTO_SERVICE))
}

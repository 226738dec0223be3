/** Where pictures may come from besides our own server; the content security policy refuses everything else. */
export const PHOTO_SERVICE = 'https://images.unsplash.com/'

/** Whether browsers show a picture at this address: one of our own, or of the photo service where that is in use. */
export function isShown(address: string, { photoService }: { photoService: boolean }): boolean {
  return /^\/[^/\s\\]/.test(address) || (photoService && address.startsWith(PHOTO_SERVICE))
}

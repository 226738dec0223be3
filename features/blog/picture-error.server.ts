/** Why bytes were not taken for a picture. */
export type PictureFlaw = 'empty' | 'too-large' | 'unknown-type' | 'too-many-pixels' | 'too-small' | 'broken'

export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly flaw: PictureFlaw

  constructor(flaw: PictureFlaw, options?: ErrorOptions) {
    super(`The picture is not taken: ${flaw}`, options)
    this.flaw = flaw
  }
}

/** A photo as the search shows it. Links lead to pages of people, not to files. */
export interface StockPhoto {
  id: string
  urls: { small: string; regular: string }
  description: string
  user: { name: string; link: string }
  link: string
}

/** What a post keeps of a chosen photo: the address to show it from, and whom to name under it. */
export interface ChosenPhoto {
  url: string
  credit: { name: string; link: string }
}

export interface PhotoSearch {
  query: string
  /** From 1. */
  page: number
}

export interface StockPhotos {
  /** True while the photos are a few drawings of our own. */
  readonly simulated: boolean
  /** Throws StockPhotoError. */
  search(search: PhotoSearch, signal: AbortSignal): Promise<StockPhoto[]>
  /** Tells the service that the photo is used, as it asks. Throws StockPhotoError. */
  select(id: string, signal: AbortSignal): Promise<ChosenPhoto>
}

/** All that is told apart when photos cannot be had. */
export type PhotoFailure =
  | 'cancelled'
  | 'timed-out'
  | 'unreachable'
  | 'unavailable'
  | 'limit-reached'
  | 'not-found'
  | 'wrong-shape'
  | 'misconfigured'

export class StockPhotoError extends Error {
  override readonly name = 'StockPhotoError'
  readonly failure: PhotoFailure

  constructor(failure: PhotoFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

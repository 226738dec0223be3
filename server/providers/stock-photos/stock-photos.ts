/** A search result. Links lead to the photographer's pages, not to files. */
export interface StockPhoto {
  id: string
  urls: { small: string; regular: string }
  description: string
  user: { name: string; link: string }
  link: string
}

/** A post's copy of a chosen photo: its URL and credit. */
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
  /** True if the photos are our own drawings. */
  readonly simulated: boolean
  /** Throws StockPhotoError. */
  search(search: PhotoSearch, signal: AbortSignal): Promise<StockPhoto[]>
  /** Reports the use of the photo to the service, as it requires. Throws StockPhotoError. */
  select(id: string, signal: AbortSignal): Promise<ChosenPhoto>
}

/** Closed list of failure reasons. */
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

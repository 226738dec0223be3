/** A picture for the post: its address, what it shows, and whom to name under it. */
export interface AssistantPicture {
  url: string
  /** Undefined: what the form has stays. */
  alt?: string
  credit: { name: string; link?: string } | null
}

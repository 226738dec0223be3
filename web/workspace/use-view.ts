import { useAddress } from './url-state.ts'

/** Pages beside the four tabs, under `?view=`. */
export const viewIds = ['account', 'team', 'templates', 'recycle-bin'] as const
export type ViewId = (typeof viewIds)[number]

/** The page in the place of the tabs; null for the tabs themselves. */
export function useView(): ViewId | null {
  const { params } = useAddress()
  return viewIds.find((id) => id === params.get('view')) ?? null
}

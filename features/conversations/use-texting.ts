import { useAddress } from '../../web/workspace/url-state.ts'

/** The contact whose conversation is open, kept in the address, and the function that opens another. */
export function useTexting(): [string | null, (id: string | null) => void] {
  const { params, change } = useAddress()
  return [params.get('texting'), (id) => change({ texting: id })]
}

import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from './page-context.ts'

/** What the root route loads once per visit. */
export interface RootData {
  settings: PublicSettings
  year: number
  /** Whether the policy of this document lets the analytics tag load. */
  mayMeasure: boolean
}

/** The server's public settings: address and anonymous key of the wire, sandbox flags. */
export function usePublicSettings(): PublicSettings {
  return useRootData().settings
}

/** The current year, by the server's clock. */
export function useCurrentYear(): number {
  return useRootData().year
}

/** The analytics tag this document may load, or null. */
export function useMeasurementId(): string | null {
  const { settings, mayMeasure } = useRootData()
  return mayMeasure ? settings.analyticsId : null
}

function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('Only known below the root route')
  return data
}

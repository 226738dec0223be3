import { useRouteLoaderData } from 'react-router'
import type { ClaimValues } from '../site.config.ts'
import type { PublicSettings } from './page-context.ts'

/** Root data, loaded once per visit. */
export interface RootData {
  settings: PublicSettings
  year: number
  /** The claims that hold. */
  claims: ClaimValues
  /** Whether this document's policy allows the analytics tag. */
  mayMeasure: boolean
  /** The measured reply time in minutes of opening hours; null: the promise is printed. */
  typicalReply: number | null
}

/** The server's public settings: API address, anonymous key, sandbox flags. */
export function usePublicSettings(): PublicSettings {
  return useRootData().settings
}

/** The current year by the server's clock. */
export function useCurrentYear(): number {
  return useRootData().year
}

/** The claims that have not expired. */
export function useClaims(): ClaimValues {
  return useRootData().claims
}

/** The analytics id if this document may load the tag, or null. */
export function useMeasurementId(): string | null {
  const { settings, mayMeasure } = useRootData()
  return mayMeasure ? settings.analyticsId : null
}

/** The measured reply time in minutes of opening hours, or null to print the promise. */
export function useTypicalReply(): number | null {
  return useRootData().typicalReply
}

function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('Only known below the root route')
  return data
}

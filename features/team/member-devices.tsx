import { useQuery } from '@tanstack/react-query'
import { listDevicesOf, type Member } from './team.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { DeviceList } from '../../web/workspace/device-list.tsx'
import { keys } from '../../web/workspace/query-client.ts'

/** Where a person is signed in. */
export function MemberDevices({ member: { email } }: { member: Member }) {
  const backend = useBackend()
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.team, 'devices', email],
    queryFn: () => listDevicesOf(backend, email),
  })
  if (data) return <DeviceList devices={data} />
  if (isError) return <FailedList onRetry={() => void refetch()}>The devices could not be read.</FailedList>
  return <LoadingList label="Loading devices..." />
}

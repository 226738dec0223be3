import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listOwnDevices, signOutDevice, signOutOtherDevices } from './own-account.api.ts'
import { useClient } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { DeviceList } from '../../web/workspace/device-list.tsx'
import { deviceName } from '../../web/workspace/device-name.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

/** The user's signed-in devices, with buttons to sign out the others. */
export function Devices() {
  const backend = useClient()
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: keys.devices,
    queryFn: () => listOwnDevices(backend),
  })
  const { signOut, signOutOthers, busy } = useDeviceActions()
  const others = data?.filter(({ current }) => !current) ?? []
  return (
    <Panel
      title="Signed in on"
      aside={
        others.length > 1 ? (
          <ToolButton busy={busy} onClick={() => signOutOthers()}>
            Sign out all others
          </ToolButton>
        ) : null
      }
    >
      {isPending ? <LoadingList label="Loading devices..." /> : null}
      {isError && !data ? (
        <FailedList onRetry={() => void refetch()}>The devices could not be read.</FailedList>
      ) : null}
      {data ? (
        <DeviceList devices={data}>
          {(device) =>
            device.current ? (
              <span className="chip chip-yes">This device</span>
            ) : (
              <ToolButton busy={busy} onClick={() => signOut(device.id)}>
                Sign out
                <span className="visually-hidden"> {deviceName(device.userAgent)}</span>
              </ToolButton>
            )
          }
        </DeviceList>
      ) : null}
    </Panel>
  )
}

function useDeviceActions() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const settled = {
    onSuccess: () => toast({ title: 'Success', text: 'Signed out. It takes effect at once.' }),
    onError: (error: unknown) => fail('Failed to sign out the device', error),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.devices }),
  }
  const one = useMutation({ mutationFn: (id: string) => signOutDevice(backend, id), ...settled })
  const others = useMutation({ mutationFn: () => signOutOtherDevices(backend), ...settled })
  return {
    signOut: one.mutate,
    signOutOthers: others.mutate,
    busy: one.isPending || others.isPending,
  }
}

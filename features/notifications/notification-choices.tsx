import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { site } from '../../site.config.ts'
import type { NotificationChoiceRow } from '../../db/row-types.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { changeChoice, listChoices, type ChoiceChange } from './notifications.api.ts'
import { DIGEST_HOUR, noticeKinds, type NoticeKind } from './notifications.ts'
import styles from './notification-choices.module.css'

const kindNames: Record<NoticeKind, string> = {
  lead: 'New lead',
  text: 'Text',
  call: 'Missed call',
  email: 'Email',
  late: 'Late reply',
}

const mailNames = {
  none: 'No email',
  each: 'For each lead',
  hourly: 'Every hour',
  daily: `Every morning at ${DIGEST_HOUR}`,
} as const
type Mail = keyof typeof mailNames

const isMail = (value: string): value is Mail => value in mailNames

function useChoices() {
  const backend = useClient()
  return useQuery({
    queryKey: keys.notificationChoices,
    queryFn: () => listChoices(backend).catch(logFailure('what to be told about')),
  })
}

/** The kinds this person's browsers show; undefined while loading. */
export function useBrowserKinds(): NoticeKind[] | undefined {
  const { data } = useChoices()
  return useMemo(() => data?.filter(({ browser }) => browser).map(({ kind }) => kind), [data])
}

/** Which notifications the person gets in the browser and by email. Each change is saved at once. */
export function NotificationChoices() {
  const { email } = useProfile()
  const { data, isError, isPending, refetch } = useChoices()
  const { change, error } = useChangeChoice()
  return (
    <Panel title="Notifications">
      {isPending ? <LoadingList label="Loading choices..." /> : null}
      {isError && !data ? (
        <FailedList onRetry={() => void refetch()}>Your choices could not be read.</FailedList>
      ) : null}
      {data ? (
        <table className={styles.choices}>
          <thead>
            <tr>
              <th scope="col">About</th>
              <th scope="col">Browser</th>
              <th scope="col">Email digest</th>
            </tr>
          </thead>
          <tbody>
            {noticeKinds.map((kind) => {
              const choice = data.find((one) => one.kind === kind)
              return choice ? <ChoiceRow key={kind} choice={choice} onChange={change} /> : null
            })}
          </tbody>
        </table>
      ) : null}
      <div className="panel-form">
        <p className="panel-text">
          The browser shows them once you turn desktop notifications on below. Email goes to {email}, with
          what you have not read yet, in {site.place.city} time.
        </p>
        {error ? (
          <Alert>
            {networkErrorMessage(failureReason(error)) ?? 'Your choice could not be saved. Please try again.'}
          </Alert>
        ) : null}
      </div>
    </Panel>
  )
}

function ChoiceRow({
  choice: { kind, browser, mail },
  onChange,
}: {
  choice: NotificationChoiceRow
  onChange: (change: ChoiceChange) => void
}) {
  const name = kindNames[kind]
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span className="checkbox">
          <input
            type="checkbox"
            aria-label={`${name} in the browser`}
            checked={browser}
            onChange={({ target }) => onChange({ kind, browser: target.checked })}
          />
        </span>
      </td>
      <td>
        <select
          className="control"
          aria-label={`${name} by email`}
          value={mail}
          onChange={({ target }) => {
            if (isMail(target.value)) onChange({ kind, mail: target.value })
          }}
        >
          {Object.entries(mailNames)
            .filter(([value]) => value !== 'each' || kind === 'lead')
            .map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
      </td>
    </tr>
  )
}

/** Shows a change at once and takes it back if it could not be saved. */
function useChangeChoice() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const show = (change: ChoiceChange) =>
    queries.setQueryData<NotificationChoiceRow[]>(keys.notificationChoices, (rows) =>
      rows?.map((row) => (row.kind === change.kind ? { ...row, ...change } : row)),
    )
  const { mutate, error } = useMutation({
    // Saves run one after the other: arrow keys change a select repeatedly, and the last choice wins.
    scope: { id: 'notification-choices' },
    meta: { changes: [keys.notificationChoices] },
    mutationFn: (change: ChoiceChange) => changeChoice(backend, change),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: keys.notificationChoices })
      const before = queries
        .getQueryData<NotificationChoiceRow[]>(keys.notificationChoices)
        ?.find(({ kind }) => kind === change.kind)
      show(change)
      return before
    },
    onSuccess: () => toast({ title: 'Success', text: 'Your choice was saved' }),
    onError: (_error, _change, before) => {
      if (before) show(before)
    },
  })
  return { change: mutate, error }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readDraftSchedule, saveDraftSchedule, type DraftSchedule as Schedule } from './blog-assistant.api.ts'
import { useId, useState } from 'react'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Field, Select } from '../../web/ui/field.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import styles from './draft-schedule.module.css'

const rhythms = [
  { value: '', label: 'Off' },
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every two weeks' },
  { value: '4', label: 'Every four weeks' },
]

const key = ['draft-schedule']

/** Schedule for generated drafts. Each change is saved at once. */
export function DraftSchedule() {
  const { schedule, save } = useDraftSchedule()
  const [today] = useState(() => dayAfter(new Date(), 0))
  const [unfolded, setUnfolded] = useState(false)
  const fields = useId()
  if (!schedule) return null
  const { every_weeks, next_on } = schedule
  const choose = (value: string) =>
    save(
      value === ''
        ? { every_weeks: null, next_on: null }
        : { every_weeks: Number(value), next_on: next_on ?? dayAfter(new Date(), 1) },
    )
  const rhythm = rhythms.find(({ value }) => value === String(every_weeks ?? ''))
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={unfolded}
        aria-controls={fields}
        onClick={() => setUnfolded(!unfolded)}
      >
        Automatic drafts: <b>{rhythm?.label ?? `Every ${every_weeks} weeks`}</b>
      </button>
      <div id={fields} className={styles.fields} hidden={!unfolded}>
        <Select
          label="Automatic drafts"
          value={String(every_weeks ?? '')}
          onChange={(event) => choose(event.target.value)}
        >
          {rhythms.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {next_on === null ? null : (
          <Field
            label="Next on"
            type="date"
            required
            unmarked
            min={today}
            defaultValue={next_on}
            key={next_on}
            onBlur={({ target }) => {
              const day = target.value
              if (target.validity.valid && day !== next_on) save({ every_weeks, next_on: day })
            }}
          />
        )}
        <p>
          {next_on === null
            ? 'The server can write drafts for you, on topics the blog has not covered yet.'
            : 'The draft will be here that morning, with you as author and a note in Notifications. You publish it.'}
        </p>
      </div>
    </>
  )
}

function useDraftSchedule() {
  const backend = useClient()
  const { id } = useProfile()
  const queries = useQueryClient()
  const toast = useToast()
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => readDraftSchedule(backend).catch(logFailure('the draft schedule')),
  })
  const { mutate } = useMutation({
    meta: { changes: [key] },
    // Saves run one after the other, so the last choice wins.
    scope: { id: 'draft-schedule' },
    mutationFn: (schedule: Schedule) => saveDraftSchedule(backend, schedule, id),
    onMutate: (schedule) => {
      const before = queries.getQueryData<Schedule>(key)
      queries.setQueryData(key, schedule)
      return before
    },
    onSuccess: () => toast({ title: 'Success', text: 'Draft schedule saved' }),
    onError: (_error, _schedule, before) => {
      queries.setQueryData(key, before)
      toast({ kind: 'destructive', title: 'Error', text: 'Failed to save draft schedule' })
    },
  })
  return { schedule: data, save: mutate }
}

/** The date `days` after `now` in local time, as a date field expects it. */
function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

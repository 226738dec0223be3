import { useState } from 'react'
import { displayNumber, examplePhone } from '../../web/ui/phone-number.ts'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useHandsets } from './use-handsets.ts'
import styles from './sandbox.module.css'

/** Simulated phones with activity, and a form to open any other. */
export function Telephones({ open }: { open: string | null }) {
  return (
    <Panel title="Telephones">
      <PickUpForm />
      <ActivePhones open={open} />
    </Panel>
  )
}

function PickUpForm() {
  const { change } = useAddress()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const pickUp = () => {
    const number = parseAmericanNumber(typed)
    setError(number === null ? 'Please give a number of ten digits.' : undefined)
    if (number !== null) change({ number })
  }
  return (
    <Form className={styles.pick} busy={false} noValidate onSend={pickUp}>
      <Field
        type="tel"
        label="Telephone number"
        placeholder={examplePhone}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ToolButton type="submit">Pick up</ToolButton>
    </Form>
  )
}

/** An American number in E.164; null for any other number of digits. */
function parseAmericanNumber(typed: string): string | null {
  const [, digits] = /^1?(\d{10})$/.exec(typed.replaceAll(/\D/g, '')) ?? []
  return digits === undefined ? null : `+1${digits}`
}

function ActivePhones({ open }: { open: string | null }) {
  const { change } = useAddress()
  const { data, isPending, isError, refetch } = useHandsets()
  if (isPending) return <LoadingList label="Loading telephones..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The telephones could not be read.</FailedList>
  if (data.length === 0) return <EmptyList>No text has arrived anywhere yet.</EmptyList>
  return (
    <ul className={styles.list}>
      {data.map(({ number, name, lastBody, lastAt }) => (
        <li key={number}>
          <button
            type="button"
            aria-current={number === open || undefined}
            onClick={() => change({ number })}
          >
            <span>
              <b>{name ?? displayNumber(number)}</b> <MomentOf at={lastAt} />
            </span>
            <span className={styles.last}>{lastBody}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

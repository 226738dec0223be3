// First, so that this page's own styles override it.
import '../../web/workspace/workspace.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { site } from '../../site.config.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useTitle } from '../../web/workspace/use-title.ts'
import { listMailboxes, listMails, writeFromMailbox } from './sandbox-mail.api.ts'
import styles from './sandbox.module.css'

/** Polling interval in milliseconds. */
const POLL_MS = 2_000
const KEY = ['sandbox-mail']

const kinds: readonly { value: string; label: string }[] = [
  { value: 'person', label: 'An email they wrote' },
  { value: 'autoresponder', label: 'Their out-of-office reply' },
  { value: 'forged', label: 'Somebody else, with their address forged' },
  { value: 'bounce', label: 'Our last email comes back' },
  { value: 'staff', label: 'You to them, from another mail program' },
]

/** The mailboxes of the people we write to: received mail, and ways to answer. */
export default function SandboxMail() {
  useTitle('Simulated mail')
  const { params } = useAddress()
  const address = params.get('address')
  return (
    <main id="main" className={`dash ${styles.page}`} tabIndex={-1}>
      <header className={styles.head}>
        <h1>Simulated mail</h1>
        <p>
          <b>This is a simulation.</b> No mail server is connected: nothing here reaches a real mailbox. Play
          the other side of an email to {site.name}, and watch it arrive in the dashboard.
        </p>
        <Link className={styles.back} to="/login">
          <Icon name="left" size={16} />
          Back to the dashboard
        </Link>
      </header>
      <div className={styles.columns}>
        <Panel title="Mailboxes">
          <OpenForm />
          <Mailboxes open={address} />
        </Panel>
        <Panel title={address ?? 'Mailbox'}>
          {address === null ? (
            <EmptyList>Choose a mailbox, or open one by its address.</EmptyList>
          ) : (
            <Mailbox key={address} address={address} />
          )}
        </Panel>
      </div>
    </main>
  )
}

function OpenForm() {
  const { change } = useAddress()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const open = () => {
    const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
    setError(isAddress ? undefined : 'Please give an email address.')
    if (isAddress) change({ address: typed.trim().toLowerCase() })
  }
  return (
    <Form className={styles.pick} busy={false} noValidate onSend={open}>
      <Field
        type="email"
        label="Email address"
        placeholder="ana@example.com"
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ToolButton type="submit">Open</ToolButton>
    </Form>
  )
}

function Mailboxes({ open }: { open: string | null }) {
  const backend = useClient()
  const { change } = useAddress()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: () => listMailboxes(backend),
    refetchInterval: POLL_MS,
  })
  if (isPending) return <LoadingList label="Loading mailboxes..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The mailboxes could not be read.</FailedList>
  if (data.length === 0) return <EmptyList>No email has been sent or received yet.</EmptyList>
  return (
    <ul className={styles.list}>
      {data.map(({ address, name, lastSubject, lastAt }) => (
        <li key={address}>
          <button
            type="button"
            aria-current={address === open || undefined}
            onClick={() => change({ address })}
          >
            <span>
              <b>{name ?? address}</b> <MomentOf at={lastAt} />
            </span>
            <span className={styles.last}>{lastSubject}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Mailbox({ address }: { address: string }) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const [kind, setKind] = useState('person')
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () => writeFromMailbox(backend, address, { subject, message, kind }),
    onSuccess: (outcome) => {
      setMessage('')
      toast({ title: 'Delivered', text: `The mailbox has it: ${outcome}.` })
    },
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: serverMessage(error) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <>
      <Mails address={address} />
      <Form className={styles.write} busy={isPending} onSend={() => mutate()}>
        <Select label="What arrives" value={kind} onChange={({ target }) => setKind(target.value)}>
          {kinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label="Subject"
          value={subject}
          maxLength={500}
          onChange={({ target }) => setSubject(target.value)}
        />
        <Textarea
          label={kind === 'staff' ? `Email to ${address}` : `Email to ${site.name}`}
          rows={4}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="actions">
          <ToolButton type="submit" variant="primary" icon="message" busy={isPending}>
            Send email
          </ToolButton>
        </div>
      </Form>
    </>
  )
}

function Mails({ address }: { address: string }) {
  const backend = useClient()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...KEY, 'mails', address],
    queryFn: () => listMails(backend, address),
    refetchInterval: POLL_MS,
  })
  if (isPending) return <LoadingList label="Loading mail..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The mail could not be read.</FailedList>
  if (data.length === 0) return <EmptyList>No mail in this mailbox yet.</EmptyList>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has to scroll by keyboard
    <section className={`scroller ${styles.texts}`} aria-label="Mail" tabIndex={0}>
      <ol>
        {data.map(({ id, fromOwner, subject, body, at }) => (
          <li key={id} data-own={fromOwner || undefined}>
            <span className="visually-hidden">{fromOwner ? 'Written here: ' : `From ${site.name}: `}</span>
            <b>{subject === '' ? '(no subject)' : subject}</b>
            <p>{body}</p>
            <MomentOf at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

import { useLayoutEffect, useRef, useState } from 'react'
import { site } from '../../site.config.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PrivatePicture } from '../../web/workspace/private-picture.tsx'
import { loadPhonePicture } from './sandbox.api.ts'
import { useTelephone, useTelephoneTexts } from './use-handsets.ts'
import styles from './sandbox.module.css'

const LONGEST = 1600

/** A simulated phone: its texts, a message field, and buttons to call the business. */
export function Handset({ number }: { number: string }) {
  const [body, setBody] = useState('')
  const [picture, setPicture] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useTelephone(number, () => {
    setBody('')
    setPicture(null)
  })
  const blank = body.trim() === '' && picture === null
  return (
    <>
      <Texts number={number} />
      <Form className={styles.write} busy={isPending || blank} onSend={() => mutate({ body, picture })}>
        <Textarea
          label={`Text to ${site.name}`}
          rows={2}
          maxLength={LONGEST}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        {picture === null ? null : (
          <p className={styles.hint}>
            {picture.name} is sent with it.{' '}
            <ToolButton variant="quiet" onClick={() => setPicture(null)}>
              Remove {picture.name}
            </ToolButton>
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture to send"
          onChange={({ target }) => {
            setPicture(target.files?.[0] ?? null)
            target.value = ''
          }}
        />
        <div className="actions">
          <ToolButton type="submit" variant="primary" icon="message" busy={isPending} disabled={blank}>
            Send text
          </ToolButton>
          <ToolButton icon="picture" busy={isPending} onClick={() => input.current?.click()}>
            Picture
          </ToolButton>
          <ToolButton icon="call" busy={isPending} onClick={() => mutate({ answered: false })}>
            Call, nobody answers
          </ToolButton>
          <ToolButton icon="call" busy={isPending} onClick={() => mutate({ answered: true })}>
            Call, answered
          </ToolButton>
        </div>
      </Form>
    </>
  )
}

function Texts({ number }: { number: string }) {
  const scroller = useRef<HTMLElement>(null)
  const { data, isPending, isError, refetch } = useTelephoneTexts(number)
  const newest = data?.at(-1)?.id
  useLayoutEffect(() => {
    if (newest !== undefined) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [newest])
  if (isPending) return <LoadingList label="Loading texts..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The texts could not be read.</FailedList>
  if (data.length === 0) return <EmptyList>No texts on this telephone yet.</EmptyList>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has to scroll by keyboard
    <section ref={scroller} className={`scroller ${styles.texts}`} aria-label="Texts" tabIndex={0}>
      <ol>
        {data.map(({ id, fromPhone, body, pictures, at }) => (
          <li key={id} data-own={fromPhone || undefined}>
            <span className="visually-hidden">{fromPhone ? 'Written here: ' : `From ${site.name}: `}</span>
            <p>{body}</p>
            {Array.from({ length: pictures }, (_, place) => (
              <PrivatePicture
                key={place}
                name={`Picture ${place + 1}`}
                id={['sandbox-media', id, place]}
                load={(backend) => loadPhonePicture(backend, id, place)}
              />
            ))}
            <MomentOf at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

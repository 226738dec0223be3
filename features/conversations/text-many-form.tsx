import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import type { ChosenContacts } from '../contacts/contacts.api.ts'
import {
  cancelTexts,
  sendTexts,
  type Recipient,
  type TextRecipients,
  type WrittenBatch,
} from './batch-texts.api.ts'
import { describeLeftOut, describeTimes, formatTime, MAX_TEXTED } from './batch-texts.ts'
import { fillTemplate } from './message-templates.ts'
import { sendByKeyboard } from './send-by-keyboard.ts'
import { sizeOfText } from './sms-segments.ts'
import { TemplateChoice } from './template-choice.tsx'
import { SandboxLink } from './text-composer.tsx'
import { TextCounter } from './text-counter.tsx'
import { useTextRecipients } from './text-many.tsx'
import styles from './text-many.module.css'
import { mayBeSent, useAttempt } from './use-send-sms.ts'

interface TextManyFormProps {
  count: number
  chosen: ChosenContacts
  onDone: () => void
  onClose: () => void
}

/** First who gets the text and who is left out, then the text. */
export function TextManyForm({ count, chosen, onDone, onClose }: TextManyFormProps) {
  const { data, error, isPlaceholderData } = useTextRecipients(count, chosen)
  /** The contacts that the user saw, whoever agrees or is selected later. */
  const [seen, setSeen] = useState<TextRecipients>()
  if (seen) return <WriteText people={seen} onDone={onDone} onClose={onClose} />
  if (count > MAX_TEXTED)
    return (
      <Closing onClose={onClose}>
        At most {MAX_TEXTED} contacts can be texted at once. Narrow the filters, such as to those who agreed
        to texts.
      </Closing>
    )
  if (error) return <Closing onClose={onClose}>{serverMessage(error)}</Closing>
  if (data === undefined || isPlaceholderData) return <LoadingList label="Loading..." />
  return (
    <>
      <Recipients people={data} />
      <div className="actions">
        {data.recipients.length === 0 ? null : (
          <ToolButton ref={firstField} variant="primary" onClick={() => setSeen(data)}>
            Write the text
          </ToolButton>
        )}
        <ToolButton onClick={onClose}>{data.recipients.length === 0 ? 'Close' : 'Cancel'}</ToolButton>
      </div>
    </>
  )
}

function Closing({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <>
      <p>{children}</p>
      <div className="actions">
        <ToolButton onClick={onClose}>Close</ToolButton>
      </div>
    </>
  )
}

function Recipients({ people }: { people: TextRecipients }) {
  const { recipients, leftOut, needReply } = people
  const now = useNow()
  const left = leftOut.reduce((sum, { count }) => sum + count, 0)
  const heading = left === 1 ? '1 is left out:' : `${left} are left out:`
  const reasons = leftOut.map((each) => ({ ...each, words: describeLeftOut(each) }))
  return (
    <div className={styles.people}>
      {reasons.length === 1 ? (
        <p>
          {heading} {reasons[0]?.words}
        </p>
      ) : null}
      {reasons.length > 1 ? (
        <>
          <p>{heading}</p>
          <ul>
            {reasons.map(({ reason, words }) => (
              <li key={reason}>{words}</li>
            ))}
          </ul>
        </>
      ) : null}
      {recipients.length === 0 ? null : <p>{describeTimes(people, now)}</p>}
      {needReply === 0 ? null : (
        <p>
          {needReply === 1 ? '1 of them needs a reply.' : `${needReply} of them need a reply.`} This text
          counts as the reply.
        </p>
      )}
      <p className={styles.hint}>Up to {MAX_TEXTED} contacts at once.</p>
    </div>
  )
}

/** Inserted into a template in place of a contact's words. */
const anybody = { first_name: '{first_name}', last_name: '{last_name}', company: '{company}' }

interface WriteTextProps {
  people: TextRecipients
  onDone: () => void
  onClose: () => void
}

function WriteText({ people: { recipients }, onDone, onClose }: WriteTextProps) {
  const [text, setText] = useState('')
  const { send, isPending, failure, uncertain } = useSendTexts(onDone)
  const clear = useUnsaved(text.trim() !== '')
  const longest = useMemo(() => findLongest(text, recipients), [text, recipients])
  const [first] = recipients
  return (
    <Form
      className={styles.form}
      aria-label="Text"
      busy={isPending || text.trim() === ''}
      onSend={() => send({ contactIds: recipients.map(({ id }) => id), message: text }, clear)}
    >
      <TemplateChoice
        contact={anybody}
        afterMissedCall={false}
        onChoose={(words) => setText([text.trimEnd(), words].filter(Boolean).join(' '))}
      />
      <Textarea
        ref={firstField}
        label="Message"
        hint="{first_name} becomes the first name of each person."
        name="message"
        rows={4}
        value={text}
        // After a lost answer these words may be on their way.
        readOnly={uncertain}
        onChange={({ target }) => setText(target.value)}
        {...sendByKeyboard}
      />
      {first && text.includes('{') ? (
        <p className={styles.example}>
          <b>{personName(first)} gets:</b> {fill(text, first)}
        </p>
      ) : null}
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className={styles.foot}>
        <SandboxLink />
        <TextCounter text={longest} />
      </div>
      <div className="actions">
        <ToolButton type="submit" variant="primary" busy={isPending || text.trim() === ''}>
          {isPending ? 'Sending...' : countTexts(recipients.length, 'Send')}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}

const fill = (text: string, person: Recipient) => fillTemplate(text, { ...person, business: site.name })

/** What the counter counts: the text of whoever has the longest. */
function findLongest(text: string, recipients: readonly Recipient[]): string {
  if (!text.includes('{')) return text
  return recipients
    .map((person) => fill(text, person))
    .map((filled) => ({ filled, size: sizeOfText(filled) }))
    .reduce((most, each) =>
      (each.size.parts - most.size.parts || each.size.length - most.size.length) > 0 ? each : most,
    ).filled
}

interface WantedTexts {
  contactIds: string[]
  message: string
}

/** Sends the texts with Undo. Each attempt with the same contents has the same batch, so that nobody is texted twice. */
function useSendTexts(onDone: () => void) {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const { attemptKey, forgetAttempt } = useAttempt('many')
  const refresh = () => {
    for (const queryKey of [keys.logs, keys.timeline, keys.contacts])
      void queries.invalidateQueries({ queryKey })
  }
  const undo = useUndoTexts(refresh)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: WantedTexts) => {
      const batchId = attemptKey(JSON.stringify(wanted))
      return { ...(await sendTexts(backend, { ...wanted, batchId })), batchId }
    },
    onSuccess: (written, wanted) => {
      forgetAttempt(JSON.stringify(wanted))
      toast({
        title: 'Scheduled',
        text: describeWritten(written, wanted.contactIds.length),
        action: { label: 'Undo', run: () => undo(written) },
      })
      onDone()
    },
    onError: (failure, wanted) => {
      if (!mayBeSent(failure)) forgetAttempt(JSON.stringify(wanted))
    },
    onSettled: refresh,
  })
  const uncertain = error !== null && mayBeSent(error)
  return {
    send: (wanted: WantedTexts, onSent: () => void) => mutate(wanted, { onSuccess: onSent }),
    isPending,
    uncertain,
    failure: uncertain
      ? 'The server did not answer. Try again: nobody gets the text twice, however often you try.'
      : error && serverMessage(error),
  }
}

function useUndoTexts(refresh: () => void) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { mutate } = useMutation({
    mutationFn: ({ batchId }: WrittenBatch & { batchId: string }) => cancelTexts(backend, batchId),
    onSuccess: (canceled, { count }) =>
      toast({ title: 'Success', text: describeCanceled(canceled, count - canceled) }),
    onError: (error) => fail('Failed to cancel the texts', error),
    onSettled: refresh,
  })
  return mutate
}

const countTexts = (count: number, verb: string) => `${verb} ${count} ${count === 1 ? 'text' : 'texts'}`

function describeWritten({ count, until }: WrittenBatch, wanted: number): string {
  const texts = count === 1 ? '1 text goes out' : `${count} texts go out`
  const by = until === null ? '' : ` by ${formatTime(new Date(until), new Date())}`
  const less = wanted - count
  return `${texts}${by}.${less > 0 ? ` ${less} can no longer be texted.` : ''}`
}

function describeCanceled(canceled: number, sent: number): string {
  const texts = canceled === 1 ? '1 text canceled.' : `${canceled} texts canceled.`
  return sent === 0 ? texts : `${texts} ${sent} had gone out.`
}

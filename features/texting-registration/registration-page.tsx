import { useQuery } from '@tanstack/react-query'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { useCopy } from '../../web/workspace/use-copy.ts'
import { helpText, optOutText } from '../consent/consent.ts'
import styles from './registration-page.module.css'
import {
  checkRegistration,
  describeRegistration,
  type RegistrationCheck,
  type RegistrationSection,
} from './texting-registration.ts'

const texts = { help: helpText, optOut: optOutText }

/** For admins: what to enter at the carrier to be allowed to text, and what would get it refused. */
export function RegistrationPage() {
  const { role } = useProfile()
  return (
    <SidePage title="Texting registration">
      {isAdmin(role) ? (
        <>
          <p className={styles.intro}>
            US carriers deliver texts only from registered businesses (10DLC). Copy these answers into the
            carrier&apos;s forms for brand and campaign. The command <code>npm run doctor -- texting</code>{' '}
            writes them to a file and adds the pictures reviewers ask for.
          </p>
          <Checks />
          {describeRegistration(window.location.origin, texts).map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </>
      ) : (
        <p>You need admin privileges to access this page.</p>
      )}
    </SidePage>
  )
}

function Checks() {
  const { data, isPending, refetch } = useQuery({
    queryKey: ['texting-registration'],
    queryFn: () => checkLivePages().catch(logFailure('registration checks')),
  })
  if (isPending) return <LoadingList label="Reading the public pages..." />
  if (!data)
    return <FailedList onRetry={() => void refetch()}>The public pages could not be read.</FailedList>
  const failed = data.filter(({ ok }) => !ok)
  return (
    <Panel
      title="What reviewers check"
      level={3}
      aside={
        <span className="mono">
          {data.length - failed.length} of {data.length} passed
        </span>
      }
    >
      <ul className={styles.checks}>
        {[...failed, ...data.filter(({ ok }) => ok)].map((check) => (
          <li key={check.reason} data-failed={!check.ok || undefined}>
            <Glyph name={check.ok ? 'check' : 'close'} />
            <b>{check.says}</b>
            {check.todo === null ? null : <span>{check.todo}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

async function checkLivePages(): Promise<RegistrationCheck[]> {
  const [contact, privacy, terms] = await Promise.all(['/contact', '/privacy', '/terms'].map(readPage))
  return checkRegistration({
    siteUrl: window.location.origin,
    pages: { contact: contact ?? null, privacy: privacy ?? null, terms: terms ?? null },
    texts,
  })
}

/** As a reviewer gets it: without the session. */
async function readPage(path: string): Promise<string | null> {
  const answer = await fetch(path, { credentials: 'omit' })
  return answer.ok ? answer.text() : null
}

function Section({ section: { title, fields } }: { section: RegistrationSection }) {
  const copy = useCopy('Copied')
  return (
    <Panel title={title} level={3}>
      <dl className={styles.fields}>
        {fields.map(({ label, value, ask }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {ask === undefined ? null : (
                <span>
                  {value === '' ? 'You fill this in: ' : ''}
                  {ask}
                </span>
              )}
            </dd>
            {value === '' ? null : (
              <ToolButton variant="quiet" onClick={() => void copy(value)}>
                Copy<span className="visually-hidden"> {label}</span>
              </ToolButton>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  )
}

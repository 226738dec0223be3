import type { ReactNode } from 'react'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { Icon } from '../../../web/ui/icon.tsx'
import { StatusMark } from '../../../web/ui/status-mark.tsx'
import shopFonts from '../../../web/styles/shop-fonts.css?url'
import styles from './demonstration.module.css'

const CONTACTS = [
  { name: 'Dana Whitfield', need: 'Whole kitchen', time: '8:52 PM', status: 'prospect' },
  { name: 'Tomas Okafor', need: 'Cabinet fronts only', time: '6:15 PM', status: 'customer' },
  { name: 'June Castellano', need: 'Tile and island', time: '4:40 PM', status: 'customer' },
  { name: 'Walter Boone', need: 'Galley kitchen, rental', time: 'Friday', status: 'lead' },
] as const

const VISIT = 'Someone can look at it Tuesday at 10:00 AM or 2:30 PM. Which suits you?'

/** Topics to choose from, each with the phone's alert and the drafted reply. The player fills in {first}, the first name. */
const TOPICS = [
  {
    topic: 'A whole kitchen',
    alert: 'Whole kitchen, by spring. Draft is ready.',
    draft: `Thanks, {first}. Most of our whole kitchens run $38,000 to $64,000 and take nine weeks, so a spring finish means starting by January 12. ${VISIT}`,
  },
  {
    topic: 'Cabinets',
    alert: 'Cabinets, by spring. Draft is ready.',
    draft: `Thanks, {first}. Most of our cabinet jobs run $14,000 to $26,000 and take five weeks, so a spring finish means starting by February 9. ${VISIT}`,
  },
  {
    topic: 'An island',
    alert: 'An island, by spring. Draft is ready.',
    draft: `Thanks, {first}. Most of our islands run $6,000 to $15,000 and take three weeks, so a spring finish means starting by February 23. ${VISIT}`,
  },
] as const

const NAME = 'Sam Rivera'
const FIRST = 'Sam'
const MESSAGE =
  'We want to open up the kitchen by spring. What does it cost, and can someone look at it this week?'

const LOG = [
  ['0 s', 'The visitor presses Send.'],
  ['1 s', 'A new row, with a name and a need.'],
  ['2 s', 'The reply clock starts at 60 minutes.'],
  ['4 s', 'A reply is drafted from the price guide and the calendar.'],
  ['8 s', 'A phone buzzes. A person reads, then sends.'],
] as const

const FIXES = [
  ['Sent', 'The visitor presses Send.'],
  ['Row', 'It is in the list.'],
  ['Clock', 'The reply clock starts.'],
  ['Draft', 'The assistant drafts a reply.'],
  ['Phone', 'Your phone buzzes.'],
] as const

/** Labels of the night in the drawing; the style sheet places each by `at`. */
const HOURS = [
  { hour: '9:41 PM', at: 'evening' },
  { hour: 'midnight', at: 'midnight' },
  { hour: '3 AM', at: 'night' },
  { hour: '6:30 AM', at: 'morning' },
]

/**
 * The demonstration in its final state, for browsers without scripts. `demonstration-player.ts` plays it through the data
 * attributes and replaces its texts with what the visitor types.
 */
export function Demonstration() {
  return (
    <div className={styles.box} id="demonstration">
      <noscript>
        <link rel="stylesheet" href={shopFonts} />
      </noscript>
      <section aria-label="Demonstration" data-pane="visitor" data-step="done" data-nojs="">
        <header data-part="top">
          <h3>Send us a test inquiry. Watch it land.</h3>
          <p className="mono">
            <b>Demonstration</b>
            <span>Made-up people. Nothing you type leaves this page.</span>
          </p>
        </header>
        <fieldset data-part="tabs" aria-label="Side of the demonstration">
          <button type="button" data-press="visitor" aria-pressed="true">
            The visitor
          </button>
          <button type="button" data-press="office" aria-pressed="false">
            The office
          </button>
        </fieldset>
        <div data-part="stage">
          <Visitor />
          <Wire />
          <Office />
        </div>
        <Controls />
        <output className="visually-hidden" data-text="status" />
        <p data-part="still">This is the finished picture. The moving version needs JavaScript.</p>
      </section>
    </div>
  )
}

function Visitor() {
  return (
    <div data-part="visitor">
      <p className="mono" data-part="address">
        hollisandpine.example/contact
      </p>
      <form data-part="shop" noValidate autoComplete="off">
        <p data-part="sign">
          <b>Hollis &amp; Pine</b>
          <span>Kitchens</span>
        </p>
        <p data-part="title">Tell us about your kitchen.</p>
        <label>
          <span>Your name</span>
          <input defaultValue={NAME} maxLength={40} data-field="name" />
        </label>
        <label>
          <span>I am thinking about</span>
          <select data-field="topic">
            {TOPICS.map(({ topic, alert, draft }) => (
              <option key={topic} data-alert={alert} data-draft={draft}>
                {topic}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Message</span>
          <textarea rows={3} maxLength={160} defaultValue={MESSAGE} data-field="message" />
        </label>
        <button type="submit">
          <span>Send inquiry</span>
          <span>Sending…</span>
        </button>
        <div data-part="thanks">
          <Line size={40} path="M3 10.5l5 5L17 5" />
          <p>
            <b>
              Thank you, <span data-text="first">{FIRST}</span>.
            </b>{' '}
            We have your note and will write back within the hour.
          </p>
        </div>
      </form>
    </div>
  )
}

function Wire() {
  return (
    <svg data-part="wire" viewBox="0 0 48 640" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 470H24V122H48" />
      <circle r="7" cx="24" cy="296" />
    </svg>
  )
}

function Office() {
  return (
    <div data-part="office">
      <p data-part="app">
        <b>Inbox</b>
        <span>Hollis &amp; Pine</span>
        <span data-part="bell" aria-hidden="true">
          <Line size={18} path="M4 15h12l-1.5-2V8.5a4.5 4.5 0 0 0-9 0V13zM8 17.5h4" />
          <Count before="3" after="4" />
        </span>
        <span className="mono">9:41 PM</span>
      </p>
      <div data-part="list">
        <p data-part="count">
          <b>Contacts</b>
          <span className="mono">
            <Count before="128" after="129" />
          </span>
        </p>
        <ul>
          <li data-part="new">
            <p className="mono">Your inquiry lands here</p>
            <Row
              name={<span data-text="name">{NAME}</span>}
              need={<span data-text="topic">{TOPICS[0].topic}</span>}
              time="now"
              status="lead"
            />
          </li>
          {CONTACTS.map((contact) => (
            <li key={contact.name}>
              <Row {...contact} />
            </li>
          ))}
        </ul>
        <div data-part="phone" aria-hidden="true">
          <p className="mono">
            <b>9:41</b>
            <span>Sunday</span>
          </p>
          <p>
            <small className="mono">Text message · now</small>
            <b>
              New inquiry: <span data-text="name">{NAME}</span>
            </b>
            <span data-text="alert">{TOPICS[0].alert}</span>
          </p>
        </div>
      </div>
      <div data-part="record">
        <Before />
        <Record />
      </div>
    </div>
  )
}

function Count({ before, after }: { before: string; after: string }) {
  return (
    <>
      <i data-part="before">{before}</i>
      <i data-part="after">{after}</i>
    </>
  )
}

interface RowProps {
  name: ReactNode
  need: ReactNode
  time: string
  status: 'lead' | 'prospect' | 'customer'
}

function Row({ name, need, time, status }: RowProps) {
  return (
    <div data-part="row">
      <b>{name}</b>
      <span className="mono">{time}</span>
      <span>{need}</span>
      <StatusMark status={status}>{capitalize(status)}</StatusMark>
    </div>
  )
}

function Before() {
  return (
    <div data-part="rest">
      <p className="mono">What you are about to see</p>
      <ol>
        {LOG.map(([time, event]) => (
          <li key={time}>
            <b className="mono">{time}</b>
            <span>{event}</span>
          </li>
        ))}
      </ol>
      <div data-part="hours" aria-hidden="true">
        <svg viewBox="0 0 520 90" preserveAspectRatio="none" fill="none" stroke="currentColor">
          <path d="M0 82H520" strokeOpacity=".35" />
          <path d="M0 31C26 22 52 14 87 14C170 14 215 74 306 74C385 74 440 14 520 14" strokeWidth="1.75" />
        </svg>
        {HOURS.map(({ hour, at }) => (
          <p key={hour} className="mono-tiny" data-part={at}>
            {hour}
          </p>
        ))}
      </div>
      <p>You play the visitor first. At the end you play the person who presses Send reply.</p>
    </div>
  )
}

function Record() {
  return (
    <div data-part="live">
      <div data-part="who">
        <b data-text="name">{NAME}</b>
        <span>New lead from the website</span>
        <span className="badge">Texts ok</span>
      </div>
      <div data-part="clock">
        <span>Reply due in</span>
        <span>Answered in</span>
        <b data-text="left">59:56</b>
        <b data-text="taken">0:24</b>
        <i aria-hidden="true" />
        <small aria-hidden="true">
          <span>60 min promised</span>
          <span>0</span>
        </small>
      </div>
      <div data-part="note">
        <span className="mono">9:41 PM · website form</span>
        <p data-text="message">{MESSAGE}</p>
      </div>
      <div data-part="draft">
        <p>
          <b>Draft reply</b>
          <span className="mono">written by the assistant</span>
        </p>
        <p data-text="draft">{TOPICS[0].draft.replace('{first}', FIRST)}</p>
        <p className="mono-tiny">
          <span>From: price guide, page 3</span>
          <span>Calendar, Tuesday</span>
        </p>
        <div data-part="answer">
          <button type="button" data-press="send">
            Send reply
          </button>
          <button type="button" disabled>
            Edit
          </button>
          <span>Nothing goes out until a person presses Send.</span>
        </div>
        <p data-part="sent">
          <Icon name="check" />
          <span>
            <b>Sent by you.</b> Tuesday 10:00 AM and 2:30 PM are held for one day.
          </span>
        </p>
      </div>
    </div>
  )
}

function Controls() {
  return (
    <div data-part="foot" data-no-top-button="">
      <ol data-part="fixes">
        {FIXES.map(([name, event], index) => (
          <li key={name} data-fix="">
            <i aria-hidden="true">{index + 1}</i>
            <b>{name}</b>
            <span>{event}</span>
          </li>
        ))}
      </ol>
      <div data-part="controls">
        <button type="button" className="button button-signal" data-press="start">
          <span className="button-label">Start the demonstration</span>
          <span className="button-mark">
            <Line size={20} path="M5 3l12 7-12 7z" />
          </span>
        </button>
        <div data-part="running">
          <button type="button" className="text-link" data-press="pause">
            <Line size={16} path="M6 3v14M14 3v14" />
            <span data-text="pause">Pause</span>
          </button>
          <button type="button" className="text-link" data-press="skip">
            Skip to the end
          </button>
        </div>
        <p data-part="turn">Your turn: press Send reply.</p>
        <div data-part="done">
          <ButtonLink to="#contact-form" variant="signal" icon="down">
            Plan an AI-Powered Website
          </ButtonLink>
          <button type="button" className="text-link" data-press="again">
            Run it again
          </button>
        </div>
      </div>
    </div>
  )
}

function Line({ path, size }: { path: string; size: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

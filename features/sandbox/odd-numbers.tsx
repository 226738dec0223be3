import { Panel } from '../../web/workspace/panel.tsx'

// server/providers/phone/README.md has the same list.
const odd: readonly { number: string; what: string }[] = [
  { number: '(500) 555-0001', what: 'Refused: not a number' },
  { number: '(500) 555-0009', what: 'Refused: takes no texts' },
  { number: '(500) 555-0004', what: 'Refused: opted out at the carrier' },
  { number: '(500) 555-0029', what: 'Too busy; nothing was sent, and it is tried again' },
  { number: '(500) 555-0030', what: 'Taken, then never delivered' },
  { number: '(500) 555-0050', what: 'An error of the carrier; nobody knows whether it was sent' },
  { number: '(500) 555-0051', what: 'Delivered, but the answer never comes' },
  { number: '(500) 555-0060', what: 'Called: nobody picks up' },
  { number: '(500) 555-0061', what: 'Called: busy' },
]

/** Numbers that make the carrier misbehave. */
export function OddNumbers() {
  return (
    <Panel title="Make it go wrong">
      <p className="sandbox-hint">
        Give a contact one of these numbers. Reports of delivery come late, now and then swapped or twice, on
        all others.
      </p>
      <dl className="sandbox-odd">
        {odd.map(({ number, what }) => (
          <div key={number}>
            <dt className="mono">{number}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

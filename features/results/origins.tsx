import { useState } from 'react'
import { Panel } from '../../web/workspace/panel.tsx'
import { NumberLink } from './number-link.tsx'
import type { Results } from './results.ts'
import styles from './results-page.module.css'

const SHOWN = 6

interface OriginsProps {
  results: Results
  /** The URL of the period's leads with further filters. */
  address: (filters: Record<string, string>) => string
}

/** Where the leads came from: first page, other site and campaign. */
export function Origins(props: OriginsProps) {
  return (
    <Panel title="Where they came from" level={3} className={styles.origins}>
      <div className={styles.lists}>
        <Dimension title="First page" dimension="pages" filter="page" {...props} />
        <Dimension title="Sent by" dimension="sites" filter="sent_by" {...props} />
        <Dimension title="Campaign" dimension="campaigns" filter="campaign" {...props} />
      </div>
    </Panel>
  )
}

interface DimensionProps extends OriginsProps {
  title: string
  dimension: Results['origins'][number]['dimension']
  /** The filter of the contact list. */
  filter: string
}

function Dimension({ title, dimension, filter, results: { origins, leads }, address }: DimensionProps) {
  const found = origins.filter((origin) => origin.dimension === dimension)
  const said = found.reduce((sum, origin) => sum + origin.leads, 0)
  const most = Math.max(1, ...found.map((origin) => origin.leads))
  const [all, showAll] = useState(false)
  const shown = all ? found : found.slice(0, SHOWN)
  const rest = found.slice(shown.length).reduce((sum, origin) => sum + origin.leads, 0)
  return (
    <table className={styles.origin}>
      <caption>{title}</caption>
      <tbody>
        {shown.map((origin) => (
          <tr key={origin.value}>
            <th scope="row" title={origin.value}>
              {nameOrigin(dimension, origin.value)}
            </th>
            <td>
              <NumberLink
                count={origin.leads}
                to={address({ [filter]: origin.value })}
                of={`leads, ${origin.value}`}
              />
            </td>
            <td aria-hidden="true">
              <meter min={0} max={most} value={origin.leads} />
            </td>
          </tr>
        ))}
        {rest === 0 ? null : (
          <tr>
            <th scope="row">
              <button type="button" className={styles.more} onClick={() => showAll(true)}>
                {found.length - SHOWN} others
              </button>
            </th>
            <td className="mono">{rest}</td>
            <td aria-hidden="true">{'\u00A0'}</td>
          </tr>
        )}
        {said < leads ? (
          <tr>
            <th scope="row">Not known</th>
            <td>
              <NumberLink count={leads - said} to={address({ [filter]: '?' })} of="leads, not known" />
            </td>
            <td aria-hidden="true">{'\u00A0'}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

function nameOrigin(dimension: DimensionProps['dimension'], value: string): string {
  if (value !== 'none') return value === '/' ? 'Home page' : value
  return dimension === 'sites' ? 'No other site' : 'None'
}

import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { FailedList } from '../../web/ui/list-state.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import details from './contact-details.module.css'
import { sourceOptions } from './contact-filter-options.ts'
import styles from './contact-source.module.css'
import { findContactSource, type ContactOrigin } from './contacts.api.ts'

/** How a contact came to us and, if by the contact form, what led to the first inquiry. */
export function ContactSource({ id }: { id: string }) {
  const backend = useClient()
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.contact, id, 'source'],
    queryFn: () => findContactSource(backend, id),
  })
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The source could not be loaded.</FailedList>
  const way = sourceOptions.find(([source]) => source === data?.source)?.[1]
  const lines = data?.origin ? describeOrigin(data.origin) : []
  if (way === undefined && lines.length === 0) return null
  return (
    <section className={styles.source} aria-labelledby="source-title">
      <h3 id="source-title">Source</h3>
      <dl className={details.fields}>
        <dt>Came by</dt>
        <dd>{way ?? 'Unknown'}</dd>
        {lines.map(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`}>{value}</dd>,
        ])}
      </dl>
    </section>
  )
}

/** Labels with the known parts; browsers that keep nothing leave only the last page. */
function describeOrigin(origin: ContactOrigin): (readonly [label: string, value: string])[] {
  const { utm_campaign: campaign, utm_source, utm_medium, utm_term, utm_content } = origin
  const tags = [utm_source, utm_medium, utm_term, utm_content].filter((tag) => tag !== null).join(', ')
  const named = [campaign, tags === '' || campaign === null ? tags : `(${tags})`].filter(Boolean).join(' ')
  const known: (readonly [string, string | null])[] = [
    ['First page', origin.first_page],
    ['Wrote from', origin.page],
    ['Sent by', origin.referrer_host ?? (origin.first_page === null ? null : 'No other site')],
    ['Ad or post', origin.ad_network],
    ['Campaign', named === '' ? null : named],
  ]
  return known.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
}

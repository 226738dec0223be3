/** Plain SQL for the timeline of a contact, over its six tables and without views. */
export function timelineSql(contactId: string, limit: number): string {
  const entries = PLACES.map(({ table, of, at, kind, who, details, where }) => {
    const condition = `${of} = '${contactId}'${where === undefined ? '' : ` and ${where}`}`
    return `select '${kind} ' || id as id, ${at} as occurred_at, ${who} as actor, jsonb_build_object(${details}) as details
      from public.${table} where ${condition}`
  }).join(' union all ')
  return `with entry as materialized (${entries})
    select (select count(*) from entry) as total, json_agg(page)::text as body from (
      select entry.*, author.first_name, author.last_name, author.email
      from entry left join public.profiles as author on author.id = entry.actor
      order by occurred_at desc, id limit ${limit}) as page`
}

interface Place {
  table: string
  of: string
  at: string
  kind: string
  who: string
  details: string
  where?: string
}

const NOBODY = 'null::uuid'

const PLACES: readonly Place[] = [
  {
    table: 'contact_submissions',
    of: 'contact_id',
    at: 'received_at',
    kind: 'submission',
    who: NOBODY,
    details: `'message', message, 'service', service, 'page', page, 'text_consent', text_consent, 'spam', spam`,
  },
  {
    table: 'communication_logs',
    of: 'contact_id',
    at: 'created_at',
    kind: 'log',
    who: NOBODY,
    details: `'direction', direction, 'phone_number', phone_number, 'message', message, 'status', status`,
  },
  {
    table: 'contact_notes',
    of: 'contact_id',
    at: 'created_at',
    kind: 'note',
    who: 'author_id',
    details: `'body', body`,
  },
  {
    table: 'consent_events',
    of: 'contact_id',
    at: 'occurred_at',
    kind: 'consent',
    who: 'actor',
    details: `'action', action, 'method', method, 'phone', phone_e164, 'page', page`,
  },
  {
    table: 'audit_log',
    of: 'row_id',
    at: 'occurred_at',
    kind: 'change',
    who: 'actor',
    details: `'action', action, 'changes', changes, 'by', actor_role`,
    where: `table_name = 'crm_contacts'`,
  },
  {
    table: 'contact_merges',
    of: 'kept_id',
    at: 'merged_at',
    kind: 'merge',
    who: 'merged_by',
    details: `'merge_id', id, 'undone', undone`,
  },
]

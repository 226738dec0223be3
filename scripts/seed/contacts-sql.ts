import { services } from '../../site.config.ts'
import { listServiceOptions } from '../../features/contacts/contacts.ts'
import { normalizePhone } from '../../features/contacts/contacts.server.ts'

/** A number from 0 below `below`, repeatable for a `name` and row `n`. */
function chance(name: string, below: number): string {
  return `(('x' || substr(md5('${name} ' || n), 1, 7))::bit(28)::int % ${below})`
}

/** A UUID (version 4) of row `n`, repeatable for a `name`; `n` is an SQL expression. */
export function uuidSql(name: string, n = 'n'): string {
  const seed = `md5('${name} ' || ${n})`
  return `overlay(overlay(${seed} placing '4' from 13) placing substr('89ab', 1 + ('x' || substr(${seed}, 17, 1))::bit(4)::int % 4, 1) from 17)::uuid`
}

function pickSql(name: string, choices: readonly string[]): string {
  return `(array['${choices.join("','")}'])[1 + ${chance(name, choices.length)}]`
}

const GIVEN = (
  'Abe Ada Alma Amos Andre Anya Arlo Beth Boris Cara Cleo Cyrus Dana Desmond Dora Edith Elise Emil Esther Faye Felix ' +
  'Flora Gus Hana Hugo Ida Ines Iris Ivan Jonah June Kai Lena Leon Lila Luis Mabel Marisol Mateo Mia Nadia Nia Noah ' +
  'Olive Omar Otis Pearl Priya Quinn Rafael Rosa Ruth Samir Silas Thea Tomas Uma Vera Walter Zora'
).split(' ')
const FAMILY = (
  'Ash Bay Beck Birch Black Boon Brook Cast Clay Cole Cross Dale Dun East Elm Fair Fern Field Fox Glen Gray Green Hale ' +
  'Harper Hawk Hill Holm Kent Lake Lind March Mill Moor North Oak Pine Quint Reed Stone Whit'
).split(' ')
const ENDING =
  'well ford man ton ley son field wood by worth land hurst berg stone ridge more low more gate side'.split(
    ' ',
  )
const TRADE = 'Dental,Tile,Roofing,Marine,Yoga,Law,Bakery,Landscaping,Surf,Motors,Clinic,Studio'.split(',')

/** Valid area codes: contacts with other ones cannot get SMS. */
const CODES = Array.from({ length: 789 }, (_, place) => 201 + place).filter(
  (code) => normalizePhone(`(${code}) 555-0100`) !== null,
)

/** Contacts from row $1 to $2, with addresses under .example and fictional phone numbers (555-01xx). */
export const CONTACTS_SQL = `
insert into public.crm_contacts (id, first_name, last_name, email, phone, phone_e164, phone_type, company, status, notes,
  service_request, text_consent, created_at, updated_at)
select ${uuidSql('contact')}, given, family, lower(given || '.' || family || '.' || n) || '@synthetic.example',
  phone, '+1' || regexp_replace(phone, '\\D', '', 'g'), ${pickSql('type', ['mobile', 'mobile', 'mobile', 'landline', 'work', 'other'])},
  case when ${chance('company', 4)} > 0 then family || ' ' || ${pickSql('trade', TRADE)} end,
  ${pickSql('status', ['lead', 'lead', 'lead', 'prospect', 'prospect', 'customer', 'customer', 'inactive'])},
  case when ${chance('notes', 3)} = 0 then 'Synthetic contact ' || n || '. Prefers mornings.' end,
  case when ${chance('asked', 5)} > 0 then ${pickSql('service', listServiceOptions(services))} end,
  phone is not null and ${chance('consent', 5)} < 2, created_at, created_at
from generate_series($1::int, $2::int) as n
cross join lateral (select ${pickSql('given', GIVEN)} as given, ${pickSql('family', FAMILY)} || ${pickSql('ending', ENDING)} as family,
  case when ${chance('phone', 5)} > 0 then
    '(' || (array[${CODES.join(',')}])[1 + n % ${CODES.length}] || ') 555-0' || 100 + (n / ${CODES.length}) % 100 end as phone,
  timestamptz '2026-11-20 12:00:00+00' - n * interval '11 minutes' as created_at) as person
on conflict (id) do nothing`

/** A consent event for each contact that agreed to SMS, without invented details. */
export const CONSENT_SQL = `
insert into public.consent_events (id, occurred_at, contact_id, phone_e164, email, action, method, evidence)
select ${uuidSql('consent')}, created_at, contact.id, phone_e164, email, 'grant', 'import', '{"synthetic": true}'
from generate_series($1::int, $2::int) as n
join public.crm_contacts as contact on contact.id = ${uuidSql('contact')}
where text_consent
on conflict (id) do nothing`

import { Client } from 'pg'
import { DatabaseFixtures } from '../../tests/support/database-fixtures.ts'
import { median, table, writeRows, type Row } from './bench-table.ts'

const WRITERS = 32
const ROUNDS = 5
const MILLISECONDS = 2_000
const HEAD = ['a row of a live table is announced', 'transactions /s', 'compared to NOTIFY']
const INSERT = `insert into public.notifications (title, message) values ('Bench', 'How many at once?')`

/** How each variant announces a new row. */
const VARIANTS = {
  'by NOTIFY in the transaction': `
    alter table public.notifications disable trigger realtime_log_change;
    alter table public.notifications enable trigger bench_notify`,
  'in the change log': `
    alter table public.notifications enable trigger realtime_log_change;
    alter table public.notifications disable trigger bench_notify`,
  'not at all': `
    alter table public.notifications disable trigger realtime_log_change;
    alter table public.notifications disable trigger bench_notify`,
}

const NOTIFY = `
  create function public.bench_notify() returns trigger language plpgsql as $$
  begin
    perform pg_notify('bench', jsonb_build_object('table', tg_table_name, 'type', tg_op, 'id', new.id)::text);
    return null;
  end $$;
  create trigger bench_notify after insert on public.notifications for each row execute function public.bench_notify()`

/** Transactions per second of 32 writers on a server, by how a changed row is announced; alternates between the variants. */
export async function measureWriters({ write }: { write: boolean }): Promise<void> {
  const fixtures = new DatabaseFixtures(process.env['TEST_DATABASE_URL'], { durable: true })
  const connectionString = await fixtures.newDatabaseUrl('migrated')
  const clients = Array.from({ length: WRITERS + 1 }, () => new Client({ connectionString }))
  await Promise.all(clients.map((client) => client.connect()))
  const [owner, ...writers] = clients
  await owner?.query(NOTIFY)
  await owner?.query('listen bench')
  const rates = new Map(Object.keys(VARIANTS).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, choose] of Object.entries(VARIANTS)) {
      await owner?.query(choose)
      rates.get(name)?.push(await countCommits(writers))
    }
  }
  await Promise.all(clients.map((client) => client.end()))
  await fixtures.close()
  const notify = median(rates.get('by NOTIFY in the transaction') ?? [])
  const rows = Array.from(rates, ([name, all]): Row => {
    const rate = median(all)
    return [name, Math.round(rate), `${(rate / notify).toFixed(1)} ×`]
  })
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'writers', head: HEAD }, rows)
}

/** Commits per second while every writer inserts one row per transaction. */
async function countCommits(writers: Client[]): Promise<number> {
  const began = performance.now()
  let commits = 0
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() - began < MILLISECONDS) {
        await writer.query(INSERT)
        commits += 1
      }
    }),
  )
  return commits / ((performance.now() - began) / 1_000)
}

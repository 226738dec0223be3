import type { Transaction } from '../../platform/database/database.ts'

export interface DeliveryReport {
  /** Our own id, from the signed address; null when the report names only the carrier's id. */
  logId: string | null
  providerId: string
  status: string
  errorCode: string | null
  /** In seconds; only for a finished call. */
  duration: number | null
  now: Date
}

/**
 * Records a delivery report. Reports arrive late, twice and in any order: each is stored once, and the status only moves
 * forward. A report also settles a text with unknown delivery.
 */
export async function recordDeliveryReport(tx: Transaction, report: DeliveryReport): Promise<void> {
  const log = await lockLog(tx, report)
  if (log === null) return
  await tx.query(
    `insert into public.delivery_events (log_id, provider_id, status, error_code, received_at) values ($1, $2, $3, $4, $5)
     on conflict on constraint delivery_events_provider_id_status_key do nothing`,
    [log, report.providerId, report.status, report.errorCode, report.now],
  )
  await moveForward(tx, { ...report, logId: log })
}

/** Stores the carrier's id of a text or call; `status` is the carrier's status. */
export async function adoptProviderId(
  tx: Transaction,
  known: { logId: string; providerId: string; status: string },
): Promise<void> {
  // A report in a concurrent transaction may be newer.
  await tx.query('select id from public.communication_logs where id = $1 for update', [known.logId])
  await moveForward(tx, { ...known, errorCode: null, duration: null })
}

async function lockLog(tx: Transaction, { logId, providerId }: DeliveryReport): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.communication_logs
     where (id = $1 and (provider_id is null or provider_id = $2)) or provider_id = $2 for update`,
    [logId, providerId],
  )
  return rows[0]?.id ?? null
}

/** The row must be locked, so that the status it compares with cannot change. */
async function moveForward(
  tx: Transaction,
  report: {
    logId: string
    providerId: string
    status: string
    errorCode: string | null
    duration: number | null
  },
): Promise<void> {
  await tx.query(
    `update public.communication_logs as log
     set provider_id = coalesce(provider_id, $2),
         delivery_status = case when newer then $3 else delivery_status end,
         error_code = coalesce(case when newer then $4 end, error_code),
         duration_seconds = coalesce($5, duration_seconds),
         -- Staff picked up. Whether a call that we placed reached a person or a machine, only staff can say.
         call_outcome = case when type = 'call' and direction = 'inbound' and newer and $3 = 'completed'
                             then coalesce(call_outcome, 'spoke') else call_outcome end,
         status = case
           when type = 'sms' and direction = 'outbound' and newer and $3 in ('failed', 'undelivered', 'canceled') then 'failed'
           when type = 'call' and direction = 'outbound' and newer and $3 in ('failed', 'canceled') then 'failed'
           when type = 'sms' and status in ('queued', 'sending', 'unknown') then 'sent'
           when type = 'call' and status in ('queued', 'unknown') then 'initiated'
           else status end
     from (select private.delivery_rank($3) > private.delivery_rank(coalesce(known.delivery_status, '')) as newer
           from public.communication_logs as known where known.id = $1) as ranked
     where log.id = $1`,
    [report.logId, report.providerId, report.status, report.errorCode, report.duration],
  )
}

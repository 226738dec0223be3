import { site } from '../../site.config.ts'
import { replyTimes, type ReplyTimes } from './response-time.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { durationWords } from './format-duration.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useReplyTimes } from './use-replies.ts'

/** How fast answers were, measured: "Last 30 days: median reply 22 min of opening hours, 96% within 24 hours". */
export function ReplyTimesLine({ waiting }: { waiting: readonly WaitingPersonRow[] }) {
  const now = useNow()
  const answers = useReplyTimes()
  if (answers === undefined) return null
  const stillWaiting = waiting.flatMap((row) => row.inquiry_since ?? []).map((since) => new Date(since))
  const times = replyTimes(answers, { now, stillWaiting, hours: site.hours, promise: site.response })
  return <span className="reply-times">{words(times)}</span>
}

function words({ median, withinTypical, withinGuaranteed }: ReplyTimes): string {
  if (withinTypical === null || withinGuaranteed === null) return 'No replies measured yet'
  const speed = median === null ? '' : `median reply ${durationWords(median)} of opening hours, `
  const { typical, guaranteed } = site.response
  return `Last 30 days: ${speed}${percent(withinTypical)} ${typical}, ${percent(withinGuaranteed)} ${guaranteed}`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

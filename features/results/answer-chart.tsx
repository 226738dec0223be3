import { describeShare } from '../../web/ui/share.ts'
import { site } from '../../site.config.ts'
import styles from './charts.module.css'
import { describeMinutes, NumberLink } from './number-link.tsx'
import { answerSteps, type Results } from './results.ts'

/** Dots in a column at most. With more answers, each dot is several. */
const MOST_DOTS = 8
const { typical, typicalMinutes, guaranteedHours } = site.response
const guaranteed = guaranteedHours * 60
const LABELED = new Set([5, 30, 60, 240, 720, 1440])

interface AnswerChartProps {
  answers: Results['answers']
  /** The address of the people in a group. */
  open: (group: string) => string
}

/** How long first replies took in wall-clock time: one column of dots per interval. */
export function AnswerChart({ answers, open }: AnswerChartProps) {
  const { due, withinDay, withinHour, late, waiting, median, steps } = answers
  const dot = Math.max(1, Math.ceil(Math.max(...steps) / MOST_DOTS))
  return (
    <div className={styles.answers}>
      <p className={styles.share}>
        <strong>{due === 0 ? 'None' : describeShare(withinDay, due)}</strong>
        <span>
          {due === 0 ? (
            'No inquiry from these weeks is due yet.'
          ) : (
            <>
              within {guaranteedHours} hours: <NumberLink count={withinDay} to={open('day')} of="in time" />{' '}
              of {due}. <NumberLink count={withinHour} to={open('hour')} of={`in ${typical}`} /> in {typical},{' '}
              <NumberLink count={late} to={open('late')} of="late" /> late.{' '}
              {median === null ? null : `The typical reply took ${describeMinutes(median)} of opening hours.`}
            </>
          )}{' '}
          {waiting === 0 ? null : (
            <>
              <NumberLink count={waiting} to={open('waiting')} of="waiting" /> waiting, still in time.
            </>
          )}
        </span>
      </p>
      <div className={styles.dots} aria-hidden="true">
        {steps.map((count, step) => {
          const end = answerSteps[step] ?? Infinity
          return (
            <span key={end} className={styles.column} data-promise={findPromise(end)}>
              <span className={styles.stack} data-speed={findSpeed(end)}>
                {Array.from({ length: Math.ceil(count / dot) }, (_, place) => (
                  <i key={place} />
                ))}
              </span>
              <small>{LABELED.has(end) ? describeStep(end) : ''}</small>
            </span>
          )
        })}
      </div>
      {dot > 1 ? <p className={styles.unit}>Each dot stands for {dot} replies.</p> : null}
      <table className="visually-hidden">
        <caption>How long answers took</caption>
        <tbody>
          {steps.map((count, step) => {
            const end = answerSteps[step]
            return (
              <tr key={end ?? 'longer'}>
                <th scope="row">{end === undefined ? 'Longer' : `Up to ${describeMinutes(end)}`}</th>
                <td>{count}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function describeStep(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
}

function findSpeed(minutes: number): 'fast' | 'kept' | 'late' {
  if (minutes <= typicalMinutes) return 'fast'
  return minutes <= guaranteed ? 'kept' : 'late'
}

/** The words at the line of a promise. */
function findPromise(minutes: number): string | undefined {
  if (minutes === typicalMinutes) return `${describeMinutes(minutes)}, typical`
  return minutes === guaranteed ? `${guaranteedHours} h, always` : undefined
}

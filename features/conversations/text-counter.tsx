import { sizeOfText } from './sms-segments.ts'
import styles from './composer.module.css'

const ONE_TEXT = 160

/** "105/160", for more than one text "Goes out as 2 texts", or the characters left where 160 is not the limit. */
export function TextCounter({ text }: { text: string }) {
  const { length, encoding, parts, left } = sizeOfText(text)
  const plain = encoding === 'GSM-7' && parts <= 1
  return (
    <div className={`mono ${styles.counter}`}>
      <progress
        max={plain ? ONE_TEXT : length + left}
        value={length}
        data-over={parts > 1 || undefined}
        aria-hidden="true"
      />
      <p>
        <span>
          {length}/{ONE_TEXT}
        </span>
        {plain ? null : <span>{parts > 1 ? `Goes out as ${parts} texts` : `${left} characters left`}</span>}
      </p>
    </div>
  )
}

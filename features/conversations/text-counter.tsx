import { sizeOfText } from './sms-segments.ts'
import styles from './composer.module.css'

const ONE_TEXT = 160

/** "105/160" for plain text in one part; otherwise the number of parts and the characters left in them. */
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
        {plain ? null : (
          <span>
            {parts} {parts === 1 ? 'part' : 'parts'}, {left} characters left
            {encoding === 'UCS-2' ? ', Unicode' : ''}
          </span>
        )}
      </p>
    </div>
  )
}

import { sizeOfText } from './sms-segments.ts'

const ONE_TEXT = 160

/** "105/160" while the text is plain; once it is more than one plain part, how many parts it is and how much still fits into them. */
export function TextCounter({ text }: { text: string }) {
  const { length, encoding, parts, left } = sizeOfText(text)
  const plain = encoding === 'GSM-7' && parts <= 1
  return (
    <div className="text-counter mono">
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

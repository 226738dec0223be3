import { sizeOfText } from '../../../shared/text-segments.ts'

const ONE_TEXT = 160

/** "105 / 160", and how the text travels once that is more than one plain part. */
export function TextCounter({ text }: { text: string }) {
  const { length, encoding, parts } = sizeOfText(text)
  const plain = encoding === 'GSM-7' && parts <= 1
  return (
    <div className="text-counter mono">
      <progress
        max={ONE_TEXT}
        value={Math.min(length, ONE_TEXT)}
        data-over={length > ONE_TEXT || undefined}
        aria-hidden="true"
      />
      <p>
        <span>
          {length}/{ONE_TEXT}
        </span>
        {plain ? null : (
          <span>
            {parts} {parts === 1 ? 'part' : 'parts'}, {encoding === 'UCS-2' ? 'Unicode (UCS-2)' : encoding}
          </span>
        )}
      </p>
    </div>
  )
}

import { useDeferredValue, useRef } from 'react'
import { ArticleBody } from './article-body.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { FormatToolbar, formatByKey } from './format-toolbar.tsx'

/** The text of the post, and beside it how readers will see it. */
export function ContentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = useDeferredValue(value)
  return (
    <div className="wide post-content">
      <div className="post-text">
        <FormatToolbar field={field} />
        <Textarea
          ref={field}
          label="Content"
          name="content"
          rows={15}
          maxLength={200_000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={formatByKey}
        />
      </div>
      <section className="post-preview" aria-label="Preview">
        <p className="field-label" aria-hidden="true">
          Preview
        </p>
        {/* Scrolls by itself, so it must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="post-paper" tabIndex={0}>
          <ArticleBody content={shown} />
        </div>
      </section>
    </div>
  )
}

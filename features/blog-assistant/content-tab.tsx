import { Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState, Simulated } from './assistant-state.tsx'
import type { ContentHelp } from './use-content-help.ts'

/** A topic in, an article out. */
export function ContentTab({ help, simulated }: { help: ContentHelp; simulated: boolean }) {
  return (
    <>
      {simulated ? (
        <Simulated what="No AI service is set up, so you get a sample draft about your topic." />
      ) : null}
      <Textarea
        label="Blog topic or outline"
        rows={4}
        maxLength={4000}
        placeholder="What the article is about, for whom, and what it should not leave out"
        value={help.topic}
        onChange={(event) => help.setTopic(event.target.value)}
      />
      <div className="actions">
        <ToolButton variant="primary" busy={help.busy} onClick={help.generate}>
          {help.busy ? 'Generating...' : 'Generate Content'}
        </ToolButton>
        <HelpState
          busy={help.busy}
          doing="Writing title, excerpt and content. This can take a minute."
          reason={help.reason}
          onCancel={help.cancel}
        />
      </div>
    </>
  )
}

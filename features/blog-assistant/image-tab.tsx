import { Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState, Simulated } from './assistant-state.tsx'
import type { ImageHelp } from './use-image-help.ts'

/** A description in, a picture out. */
export function ImageTab({ help, simulated }: { help: ImageHelp; simulated: boolean }) {
  return (
    <>
      {simulated || help.made?.simulated ? (
        <Simulated what="No service that draws is set up, so you get a chart drawn from your words." />
      ) : null}
      <div className={help.made ? 'assistant-image' : undefined}>
        <Textarea
          label="Image description"
          rows={3}
          maxLength={1000}
          placeholder="What the picture shows, its light and its mood"
          value={help.description}
          onChange={(event) => help.setDescription(event.target.value)}
        />
        {help.made ? (
          <img
            src={help.made.imageUrl}
            width={192}
            height={120}
            alt="What came of your description"
            onLoad={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
          />
        ) : null}
      </div>
      <div className="actions">
        <ToolButton variant="primary" busy={help.busy} onClick={help.generate}>
          {help.busy ? 'Generating...' : 'Generate Image'}
        </ToolButton>
        <HelpState
          busy={help.busy}
          doing="Drawing the picture. This can take a minute."
          reason={help.reason}
          onCancel={help.cancel}
        />
      </div>
    </>
  )
}

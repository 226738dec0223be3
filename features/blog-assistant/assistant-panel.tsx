import { useState } from 'react'
import type { GeneratedContent } from './blog-assistant.api.ts'
import { useSandbox } from '../../web/api/session.ts'
import { Tabs } from '../../web/ui/tabs.tsx'
import type { AssistantPicture } from '../blog/blog.ts'
import { StockTab } from './stock-photos-tab.tsx'
import { UploadZone } from './upload-tab.tsx'
import { useContentHelp, type ContentHelp, useImageHelp, type ImageHelp } from './use-assistant.ts'
import { usePhotoSearch } from './use-photo-search.ts'
import './blog-assistant.css'
import { Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState, Simulated } from './assistant-state.tsx'

const tabs = [
  { id: 'content', label: 'AI Content' },
  { id: 'image', label: 'AI Image' },
  { id: 'photos', label: 'Stock Photos' },
] as const
type TabId = (typeof tabs)[number]['id']

interface AssistantProps {
  /** The current form values, for Undo. */
  draft: GeneratedContent
  onContent: (content: GeneratedContent) => void
  onPicture: (picture: AssistantPicture) => void
}

/** AI help with text and pictures. It changes the form, never the saved post. */
export function Assistant({ draft, onContent, onPicture }: AssistantProps) {
  const [tab, setTab] = useState<TabId>('content')
  const { ai, photos } = useSandbox()
  // Held here, not in the tabs, so that input and running calls survive switching tabs.
  const content = useContentHelp({ draft, onContent })
  const image = useImageHelp(onPicture)
  const search = usePhotoSearch(onPicture)
  return (
    <section className="wide assistant" aria-label="AI assistant">
      <Tabs label="AI assistant" tabs={tabs} current={tab} onChange={setTab}>
        {tab === 'content' ? <ContentTab help={content} simulated={ai} /> : null}
        {tab === 'image' ? <ImageTab help={image} simulated={ai} /> : null}
        {tab === 'photos' ? <StockTab search={search} simulated={photos} /> : null}
      </Tabs>
      <UploadZone onPicture={onPicture} />
    </section>
  )
}

/** Generates an article from a topic. */
function ContentTab({ help, simulated }: { help: ContentHelp; simulated: boolean }) {
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

/** Generates a picture from a description. */
function ImageTab({ help, simulated }: { help: ImageHelp; simulated: boolean }) {
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
            alt="Generated from your description"
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

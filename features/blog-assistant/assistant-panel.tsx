import { useState } from 'react'
import type { GeneratedContent } from './blog-assistant.api.ts'
import { useSandbox } from '../../web/api/session.ts'
import { Tabs } from '../../web/ui/tabs.tsx'
import type { AssistantPicture } from '../blog/assistant-picture.ts'
import { ContentTab } from './content-tab.tsx'
import { ImageTab } from './image-tab.tsx'
import { StockTab } from './stock-photos-tab.tsx'
import { UploadZone } from './upload-tab.tsx'
import { useContentHelp } from './use-content-help.ts'
import { useImageHelp } from './use-image-help.ts'
import { usePhotoSearch } from './use-photo-search.ts'
import './blog-assistant.css'

const tabs = [
  { id: 'content', label: 'AI Content' },
  { id: 'image', label: 'AI Image' },
  { id: 'photos', label: 'Stock Photos' },
] as const
type TabId = (typeof tabs)[number]['id']

interface AssistantProps {
  /** What the form holds, so that what is replaced can be brought back. */
  draft: GeneratedContent
  onContent: (content: GeneratedContent) => void
  onPicture: (picture: AssistantPicture) => void
}

/** Help with words and pictures, inside the form of a post. It changes the form, never the post itself. */
export function Assistant({ draft, onContent, onPicture }: AssistantProps) {
  const [tab, setTab] = useState<TabId>('content')
  const { ai, photos } = useSandbox()
  // Kept here, not in the tabs: what was typed and what is under way outlives a look at another tab.
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

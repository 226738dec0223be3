import { useState } from 'react'
import { useSandbox } from '../../web/api/session.ts'
import { Tabs } from '../../web/ui/tabs.tsx'
import type { AssistedFields, AssistedForm } from '../blog/blog.ts'
import { StockTab } from './stock-photos-tab.tsx'
import { useContentHelp, type ContentHelp, useImageHelp, type ImageHelp } from './use-assistant.ts'
import { usePhotoSearch } from './use-photo-search.ts'
import { useInsert } from './use-insert.ts'
import styles from './assistant.module.css'
import { Proposal } from './proposal.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState, Simulated } from './assistant-state.tsx'

const tabs = [
  { id: 'content', label: 'AI Content' },
  { id: 'image', label: 'AI Image' },
  { id: 'photos', label: 'Stock Photos' },
] as const
type TabId = (typeof tabs)[number]['id']

/** AI help with text and pictures. It proposes; only the user's choice changes the form. */
export function Assistant({ draft, onInsert }: AssistedForm) {
  const [tab, setTab] = useState<TabId>('content')
  const { ai, photos } = useSandbox()
  const insert = useInsert(draft, onInsert)
  const [proposed, setProposed] = useState<Partial<AssistedFields>>({})
  const propose = (fields: Partial<AssistedFields>) => setProposed((before) => ({ ...before, ...fields }))
  // Held here, not in the tabs, so that input and running calls survive switching tabs.
  const content = useContentHelp(propose)
  const image = useImageHelp(propose)
  const search = usePhotoSearch(insert)
  return (
    <section className={styles.assistant} aria-label="AI assistant">
      <Tabs label="AI assistant" tabs={tabs} current={tab} onChange={setTab}>
        {tab === 'content' ? (
          <ContentTab help={content} simulated={ai} again={Boolean(proposed.content)} />
        ) : null}
        {tab === 'image' ? (
          <ImageTab help={image} simulated={ai} again={Boolean(proposed.featured_image)} />
        ) : null}
        {tab === 'photos' ? <StockTab search={search} simulated={photos} /> : null}
      </Tabs>
      <Proposal draft={draft} proposed={proposed} insert={insert} onChange={setProposed} />
    </section>
  )
}

interface TabProps<Help> {
  help: Help
  simulated: boolean
  /** Whether its proposal waits below: then Insert is the next step. */
  again: boolean
}

/** Generates an article from a topic. */
function ContentTab({ help, simulated, again }: TabProps<ContentHelp>) {
  return (
    <>
      {simulated ? (
        <Simulated what="No AI service is set up, so you get a sample draft about your topic." />
      ) : null}
      <Textarea
        label="Blog topic or outline"
        rows={3}
        maxLength={4000}
        placeholder="What the article is about, for whom, and what it should not leave out"
        value={help.topic}
        onChange={(event) => help.setTopic(event.target.value)}
      />
      <div className="actions">
        <ToolButton variant={again ? 'plain' : 'primary'} busy={help.busy} onClick={help.generate}>
          {help.busy ? 'Generating...' : 'Generate Content'}
        </ToolButton>
        {help.busy || help.reason ? null : (
          <p className={styles.doing}>Nothing changes until you insert it.</p>
        )}
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
function ImageTab({ help, simulated, again }: TabProps<ImageHelp>) {
  return (
    <>
      {simulated || help.simulated ? (
        <Simulated what="No service that draws is set up, so you get a chart drawn from your words." />
      ) : null}
      <Textarea
        label="Image description"
        rows={3}
        maxLength={1000}
        placeholder="What the picture shows, its light and its mood"
        value={help.description}
        onChange={(event) => help.setDescription(event.target.value)}
      />
      <div className="actions">
        <ToolButton variant={again ? 'plain' : 'primary'} busy={help.busy} onClick={help.generate}>
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

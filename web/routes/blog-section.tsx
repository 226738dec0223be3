import { PostOrigins } from '../../features/blog-assistant/ai-provenance.tsx'
import { Assistant } from '../../features/blog-assistant/assistant-panel.tsx'
import { AutoGenerateButton } from '../../features/blog-assistant/auto-generate-button.tsx'
import { DraftSchedule } from '../../features/blog-assistant/draft-schedule.tsx'
import { FeaturedUpload } from '../../features/blog-assistant/featured-upload.tsx'
import { PictureUpload } from '../../features/blog-assistant/picture-upload.tsx'
import { BlogSection } from '../../features/blog/posts-screen.tsx'

/** The second tab: posts, and the editor with the assistant. */
export default function BlogTab() {
  return (
    <BlogSection
      tools={<AutoGenerateButton />}
      schedule={<DraftSchedule />}
      Assistant={Assistant}
      FeaturedUpload={FeaturedUpload}
      PictureUpload={PictureUpload}
      Provenance={PostOrigins}
    />
  )
}

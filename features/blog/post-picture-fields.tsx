import { isShown } from './blog.ts'
import { useSandbox } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import type { PostDraft } from './post-draft.ts'

interface PictureFieldsProps {
  draft: PostDraft
  onChange: (change: Partial<PostDraft>) => void
}

/** The post's picture and its description. */
export function PictureFields({ draft, onChange }: PictureFieldsProps) {
  const { featured_image: image, featured_image_credit: credit } = draft
  const { photos } = useSandbox()
  return (
    <div className="wide post-picture">
      {isShown(image, { photoService: !photos }) ? (
        <img src={image} width={160} height={100} alt="" />
      ) : (
        <div className="post-no-picture">No picture</div>
      )}
      <Field
        label="Featured image"
        name="featured_image"
        optional
        pattern="(https?:\/\/[^\s\\]+|\/[^\/\s\\][^\s\\]*)"
        title="An address that begins with https:// or with /"
        placeholder="/storage/… or https://images.unsplash.com/…"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={image}
        onChange={(event) => onChange({ featured_image: event.target.value, featured_image_credit: null })}
      />
      <Field
        label="Image description"
        name="featured_image_alt"
        optional
        hint={
          credit
            ? `Photo by ${credit.name}, named under the picture.`
            : 'What it shows, for people who cannot see it.'
        }
        autoComplete="off"
        maxLength={500}
        value={draft.featured_image_alt}
        onChange={(event) => onChange({ featured_image_alt: event.target.value })}
      />
    </div>
  )
}

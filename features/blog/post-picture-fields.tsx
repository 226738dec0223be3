import { isShown } from './blog.ts'
import { useSandbox } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import type { PostDraft } from './post-draft.ts'
import styles from './post-picture-fields.module.css'
import { findCategoryCover } from './post-picture.tsx'

interface PictureFieldsProps {
  draft: PostDraft
  onChange: (change: Partial<PostDraft>) => void
}

/** The post's picture and its description. */
export function PictureFields({ draft, onChange }: PictureFieldsProps) {
  const { featured_image: image, featured_image_credit: credit } = draft
  const { photos } = useSandbox()
  const shown = isShown(image, { photoService: !photos }) ? image : findCategoryCover(draft)
  return (
    <div className={styles.picture}>
      <img src={shown} width={112} height={70} alt="" />
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
      <Field
        label="Featured image"
        name="featured_image"
        fieldClass={styles.address ?? ''}
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
      {image === '' ? null : (
        <ToolButton
          variant="quiet"
          className={styles.address}
          onClick={() =>
            onChange({ featured_image: '', featured_image_alt: '', featured_image_credit: null })
          }
        >
          Use the category cover
        </ToolButton>
      )}
    </div>
  )
}

import { blogCategories, findCategory, toSlug, slugPattern } from './blog.ts'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import type { PostDraft } from './post-draft.ts'
import styles from './post-title-fields.module.css'

interface TitleFieldProps {
  draft: PostDraft
  onChange: (change: Partial<PostDraft>) => void
  error: string | undefined
}

/** The title as the article shows it: it wraps, but contains no line breaks. */
export function TitleField({ draft, onChange, error }: TitleFieldProps) {
  return (
    <Textarea
      ref={firstField}
      label="Title"
      name="title"
      fieldClass={styles.title ?? ''}
      placeholder="Title"
      required
      rows={1}
      autoComplete="off"
      maxLength={300}
      error={error}
      value={draft.title}
      onChange={(event) => onChange({ title: event.target.value.replaceAll(/[\r\n]+/g, ' ') })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.querySelector<HTMLElement>('[name=content]')?.focus()
      }}
    />
  )
}

interface SettingsFieldsProps {
  draft: PostDraft
  onChange: (change: Partial<PostDraft>) => void
  /** The public slug; null before the first publication. */
  published: string | null
  /** Why a value was refused. */
  errors: Partial<Record<keyof PostDraft, string>>
}

/** Category, slug and short texts of a post. */
export function SettingsFields({ draft, onChange, published, errors }: SettingsFieldsProps) {
  return (
    <>
      <Select
        label="Category"
        name="category"
        value={draft.category}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        {blogCategories.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <SlugField {...{ draft, onChange, published, errors }} />
      <Textarea
        label="Excerpt"
        name="excerpt"
        rows={3}
        maxLength={1000}
        error={errors.excerpt}
        value={draft.excerpt}
        onChange={(event) => onChange({ excerpt: event.target.value })}
      />
      <Textarea
        label="Meta description"
        name="meta_description"
        hint={`For search engines, which show about 160 characters; without it, the excerpt. ${draft.meta_description.length} / 160`}
        rows={2}
        maxLength={500}
        error={errors.meta_description}
        value={draft.meta_description}
        onChange={(event) => onChange({ meta_description: event.target.value })}
      />
    </>
  )
}

function SlugField({ draft, onChange, published, errors }: SettingsFieldsProps) {
  return (
    <div className={styles.slug}>
      <Field
        label="Slug"
        name="slug"
        hint={slugHint(draft, published)}
        error={errors.slug}
        // An empty slug is generated on saving if the title has usable characters.
        required={toSlug(draft.title, draft.category) === ''}
        pattern={slugPattern}
        title="Lower-case letters, digits and single hyphens"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={draft.slug}
        onChange={(event) => onChange({ slug: event.target.value })}
      />
      {published === null && draft.slug === toSlug(draft.title, draft.category) ? null : (
        <ToolButton
          onClick={() => onChange({ slug: toSlug(draft.title, draft.category), category: draft.category })}
        >
          From title
        </ToolButton>
      )}
    </div>
  )
}

function slugHint({ slug, category }: PostDraft, published: string | null): string {
  if (published === null) return `/blog/${slug}`
  if (slug !== published) return `/blog/${published} will lead to the new address.`
  return category === findCategory(slug)
    ? `/blog/${slug} stays as it is, because readers know it.`
    : 'The category is part of the address: generate the slug again to change both.'
}

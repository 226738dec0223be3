import { Fragment } from 'react'
import { parseArticle, type Block, type Inline, type Step } from './article-markup.ts'
import { articleHeadings, type HeadingTag } from './article-outline.ts'
import styles from './article-body.module.css'

interface ArticleBodyProps {
  content: string
  /** Before the addresses of pictures, for readers outside the site. */
  siteUrl?: string
}

/** Renders an article's markup as elements, never as HTML. */
export function ArticleBody({ content, siteUrl = '' }: ArticleBodyProps) {
  const blocks = parseArticle(content)
  if (blocks.length === 0) return <p className="empty-state">Content not available.</p>
  const headings = articleHeadings(blocks)
  return (
    <div className={styles.body}>
      {blocks.map((block, position) => (
        // The text does not change while it is shown, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockElement key={position} block={block} siteUrl={siteUrl} {...headings[position]} />
      ))}
    </div>
  )
}

interface BlockElementProps {
  block: Block
  siteUrl: string
  tag?: HeadingTag
  id?: string
}

function BlockElement({ block, siteUrl, tag: Heading = 'h2', id }: BlockElementProps) {
  switch (block.type) {
    case 'heading':
      return <Heading id={id}>{words(block.children)}</Heading>
    case 'paragraph':
      return <p>{words(block.children)}</p>
    case 'list':
      return (
        <ul>
          {block.items.map((item, position) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={position}>{words(item)}</li>
          ))}
        </ul>
      )
    case 'picture':
      return <Picture {...block} siteUrl={siteUrl} />
    default:
      return <Steps items={block.items} tag={Heading} />
  }
}

type PictureProps = Extract<Block, { type: 'picture' }> & { siteUrl: string }

function Picture({ picture: { src, srcSet, width, height }, description, siteUrl }: PictureProps) {
  return (
    <img
      src={siteUrl + src}
      {...(siteUrl === '' ? { srcSet, sizes: '(min-width: 768px) 43rem, 94vw' } : {})}
      width={width}
      height={height}
      alt={description}
      loading="lazy"
    />
  )
}

function Steps({ items, tag: Heading }: { items: readonly Step[]; tag: HeadingTag }) {
  return (
    <ol>
      {items.map(({ number, title, children }, position) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={position} value={number}>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          <div>
            {title.length > 0 ? <Heading>{words(title)}</Heading> : null}
            {children.length > 0 ? <p>{words(children)}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

function words(line: readonly Inline[]) {
  // oxlint-disable-next-line react/no-array-index-key
  return line.map((part, position) => <Fragment key={position}>{run(part)}</Fragment>)
}

function run(part: Inline) {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{words(part.children)}</strong>
    case 'emphasis':
      return <em>{words(part.children)}</em>
    default:
      return (
        <a href={part.href} rel="noopener">
          {words(part.children)}
        </a>
      )
  }
}

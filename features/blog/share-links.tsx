import styles from './share-links.module.css'

interface ShareLinksProps {
  title: string
  /** Absolute. */
  url: string
}

/** Share links: plain links without trackers. */
export function ShareLinks({ title, url }: ShareLinksProps) {
  return (
    <nav className={styles.share} aria-label="Share this article">
      <p className="mono">Pass it on</p>
      <ul>
        {shareTargets(title, url).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target={href.startsWith('mailto:') ? undefined : '_blank'}
              rel="noopener noreferrer"
            >
              {name}
            </a>
          </li>
        ))}
        <li className={styles.copy}>
          <button type="button" data-copy={url} data-copied="Link">
            Copy link
          </button>
        </li>
      </ul>
    </nav>
  )
}

function shareTargets(title: string, url: string): { name: string; href: string }[] {
  // encodeURIComponent throws on a lone surrogate.
  const [name, address] = [title.toWellFormed(), url].map(encodeURIComponent)
  return [
    { name: 'Email', href: `mailto:?subject=${name}&body=${address}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
  ]
}

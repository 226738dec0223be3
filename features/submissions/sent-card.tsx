import { useEffect, useRef } from 'react'
import { site } from '../../site.config.ts'
import { Icon } from '../../web/ui/icon.tsx'

/** Replaces the form once the message has arrived, and takes the focus. */
export function SentCard() {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} className="contact-form success-card" id="contact-form" tabIndex={-1}>
      <span className="success-mark">
        <Icon name="check" />
      </span>
      <h3>Message Sent Successfully!</h3>
      <p>
        Thank you for reaching out. We&apos;ll get back to you {site.response.guaranteed} to discuss your
        project.
      </p>
    </div>
  )
}

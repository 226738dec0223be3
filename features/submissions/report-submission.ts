/** Tells the analytics of the page, where there are any, that a submission arrived. Our own count is what is stored. */
export function reportSubmission(service: string): void {
  const parameters = { event_category: 'engagement', event_label: service || 'general', value: 1 }
  if (window.gtag) window.gtag('event', 'contact_form_submit', parameters)
  else window.dataLayer?.push({ event: 'contact_form_submit', ...parameters })
}

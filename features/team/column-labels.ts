const labels: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  phone_type: 'phone type',
  phone_e164: 'dialed number',
  service_request: 'service request',
  text_consent: 'consent to texts',
  meta_description: 'search description',
  featured_image: 'picture',
  featured_image_credit: 'picture credit',
  published_at: 'publication time',
  user_agent: 'browser',
  ip: 'address',
  banned_until: 'disabled until',
  factor_type: 'second factor',
}

/** What people call a column. */
export function columnLabel(column: string): string {
  return labels[column] ?? column.replaceAll('_', ' ')
}

/** What the service field of the contact form offers, in this order. */
export const serviceOptions = [
  'AI Business Automation',
  'Website Development',
  'Custom Business Apps',
  'Local SEO',
  'Digital Marketing Strategy',
  'Strategic Consulting',
  'Complete Digital Transformation',
] as const

/** The longest accepted value of each field, in characters (UTF-16 units, as the browser's `maxlength` counts). */
export const contactLimits = {
  name: 100,
  email: 254,
  company: 150,
  service: 60,
  message: 5000,
  phone: 40,
  clientIP: 64,
  userAgent: 300,
  page: 500,
  referrer: 500,
  formToken: 2000,
  website: 200,
} as const

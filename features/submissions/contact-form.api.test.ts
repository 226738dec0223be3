import { expect, it } from 'vitest'
import { describeFailure } from './contact-form.api.ts'

// The texts of the specification's error catalogue, section 8.
it.each([
  [new TypeError('Failed to fetch'), 'Network error. Please check your internet connection and try again.'],
  [new TypeError('Load failed'), 'Network error. Please check your internet connection and try again.'],
  [new Error('could not fetch'), 'Network error. Please check your internet connection and try again.'],
  [
    new Error('Blocked by CORS policy'),
    'Connection error. Please try refreshing the page and submitting again.',
  ],
  [new Error('HTTP error! status: 500'), 'Error: HTTP error! status: 500'],
  [new Error(''), 'There was an error submitting your form. Please try again or contact us directly.'],
  ['odd', 'There was an error submitting your form. Please try again or contact us directly.'],
])('describeFailure shows %s as "%s"', (error, text) => {
  expect(describeFailure(error)).toBe(text)
})

// Made by art/make-art.ts; do not edit.

/** A photograph in several widths, each as `${path}-${width}.avif` and `.webp`. */
export interface Picture {
  path: string
  width: number
  height: number
  widths: readonly number[]
  /** Its prevailing color, for the place it will take while it loads. */
  color: string
}

export const pictures = {
  kitchen: {
    path: '/work/kitchen',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#e8e8d8',
  },
  kitchenBelow: {
    path: '/work/kitchen-below',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#384828',
  },
  kitchenPhone: {
    path: '/work/kitchen-phone',
    width: 780,
    height: 1560,
    widths: [390, 780],
    color: '#e8e8d8',
  },
  ministry: {
    path: '/work/ministry',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#f8f8d8',
  },
  ministryBelow: {
    path: '/work/ministry-below',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#586838',
  },
  ministryPhone: {
    path: '/work/ministry-phone',
    width: 780,
    height: 1560,
    widths: [390, 780],
    color: '#381828',
  },
  turf: { path: '/work/turf', width: 1600, height: 1000, widths: [480, 720, 1216, 1600], color: '#f8f8f8' },
  turfBelow: {
    path: '/work/turf-below',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#f8f8e8',
  },
  turfPhone: { path: '/work/turf-phone', width: 780, height: 1560, widths: [390, 780], color: '#f8f8f8' },
  coach: { path: '/work/coach', width: 1600, height: 1000, widths: [480, 720, 1216, 1600], color: '#f8f8f8' },
  coachBelow: {
    path: '/work/coach-below',
    width: 1600,
    height: 1000,
    widths: [480, 720, 1216, 1600],
    color: '#f8f8f8',
  },
  coachPhone: { path: '/work/coach-phone', width: 780, height: 1560, widths: [390, 780], color: '#f8f8f8' },
} as const satisfies Record<string, Picture>

/** Social images, 1200 by 630 pixels: each is `/og/${name}.png`. */
export const socialImages = [
  'home',
  'services',
  'services/ai-automation',
  'services/website-development',
  'services/custom-apps',
  'services/local-seo',
  'services/strategic-consulting',
  'services/social-media',
  'our-work',
  'our-work/kitchen',
  'our-work/ministry',
  'our-work/turf',
  'our-work/coach',
  'about',
  'pricing',
  'contact',
  'blog',
  'privacy',
  'terms',
  '404',
  'categories/ai-automation',
  'categories/seo-marketing',
  'categories/custom-development',
  'categories/social-media',
  'categories/web-development',
  'categories/technology-trends',
  'categories/general',
] as const

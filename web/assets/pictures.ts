// Made by art/make-art.ts; do not edit.

/** A photograph in several widths, each as `${path}-${width}.avif`, and the largest as `.webp`. */
export interface Picture {
  path: string
  width: number
  height: number
  widths: readonly number[]
}

export const pictures = {
  kitchen: { path: '/work/kitchen', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  kitchenBelow: { path: '/work/kitchen-below', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  kitchenPhone: { path: '/work/kitchen-phone', width: 780, height: 1560, widths: [390, 780] },
  ministry: { path: '/work/ministry', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  ministryBelow: { path: '/work/ministry-below', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  ministryPhone: { path: '/work/ministry-phone', width: 780, height: 1560, widths: [390, 780] },
  turf: { path: '/work/turf', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  turfBelow: { path: '/work/turf-below', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  turfPhone: { path: '/work/turf-phone', width: 780, height: 1560, widths: [390, 780] },
  coach: { path: '/work/coach', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  coachBelow: { path: '/work/coach-below', width: 1600, height: 1000, widths: [480, 720, 1216, 1600] },
  coachPhone: { path: '/work/coach-phone', width: 780, height: 1560, widths: [390, 780] },
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

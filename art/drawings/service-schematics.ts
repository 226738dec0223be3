import { course, harbor, locks, stages, threshold } from './app-schematics.ts'
import { guidelines, logo, materials } from './brand-schematics.ts'
import { light, range } from './search-schematics.ts'
import { answer, calendar, reach, tally, week } from './social-schematics.ts'

/** Drawings of the service pages by file name; those of AI automation are in `schematics.ts`. */
export const serviceSchematics = {
  'schematic-logo': logo,
  'schematic-guidelines': guidelines,
  'schematic-materials': materials,
  'schematic-stages': stages,
  'schematic-threshold': threshold,
  'schematic-locks': locks,
  'schematic-harbor': harbor,
  'schematic-light': light,
  'schematic-range': range,
  'schematic-calendar': calendar,
  'schematic-answer': answer,
  'schematic-reach': reach,
  'schematic-tally': tally,
  course,
  week: () => week(1344),
  'week-narrow': () => week(560),
} as const

import { pictures, type Picture } from '../../../web/assets/pictures.ts'

/** The founders by focus; their roles are in the site configuration. */
export const founderCards: readonly {
  focus: 'technical strategy' | 'creative strategy'
  title: string
  text: string
  portrait: Picture
}[] = [
  {
    focus: 'technical strategy',
    title: 'Technical strategy',
    text: 'Systems, data and automation. Draws the diagram nobody else wanted to draw, then builds what is on it.',
    portrait: pictures.technicalFounder,
  },
  {
    focus: 'creative strategy',
    title: 'Creative strategy',
    text: 'Brand, words and interface. Removes things until the page says one thing well.',
    portrait: pictures.creativeFounder,
  },
]

/** Points of the checklist. */
export const impact: readonly string[] = [
  'Strategy before software',
  'One crew from brand to back office',
  'Plain English at every step',
  'Month to month, never locked in',
  'Measured by your numbers',
]

export const mission =
  'To give coastal businesses the tools of large ones, and to leave each client able to steer without us.'

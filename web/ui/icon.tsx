import { LineDrawing } from './line-drawing.tsx'

const drawings = {
  right: 'M2 10h15M11 4l6 6-6 6',
  left: 'M18 10H3M9 4l-6 6 6 6',
  down: 'M10 2v15M4 11l6 6 6-6',
  up: 'M10 18V3M4 9l6-6 6 6',
  out: 'M5 15L15 5M7 5h8v8',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  flip: 'M3 10a7 7 0 0 1 12-5M17 10a7 7 0 0 1-12 5M15 1v4h-4M5 19v-4h4',
  menu: 'M2 6h16M2 14h16',
  close: 'M4 4l12 12M16 4L4 16',
  plus: 'M10 3v14M3 10h14',
  check: 'M3 10.5l5 5L17 5',
  phone:
    'M4 2h4l1.5 4.5L7 8.5a10 10 0 0 0 4.5 4.5l2-2.5L18 12v4a2 2 0 0 1-2 2A14 14 0 0 1 2 4a2 2 0 0 1 2-2z',
  search: 'M13.5 13.5L18 18M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0z',
} as const

export type IconName = keyof typeof drawings

/** A line drawing for the site. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <LineDrawing path={drawings[name]} size={size} />
}

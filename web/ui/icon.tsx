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
  calendar: 'M3 4.5h14v13H3zM3 8.5h14M7 2v4M13 2v4',
  check: 'M3 10.5l5 5L17 5',
  phone:
    'M4 2h4l1.5 4.5L7 8.5a10 10 0 0 0 4.5 4.5l2-2.5L18 12v4a2 2 0 0 1-2 2A14 14 0 0 1 2 4a2 2 0 0 1 2-2z',
  video: 'M2 5h11v10H2zM13 9l5-3v8l-5-3',
  search: 'M13.5 13.5L18 18M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0z',
} as const

export type IconName = keyof typeof drawings

/** A line icon for the public site. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <LineDrawing path={drawings[name]} size={size} />
}

const glyphs = {
  plus: 'M10 3v14M3 10h14',
  close: 'M4 4l12 12M16 4L4 16',
  check: 'M3 10.5l5 5L17 5',
  search: 'M14 8.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM13 13l5 5',
  edit: 'M3 17l1-4L14 3l3 3L7 16z',
  draft: 'M9 2l1.6 5.4L16 9l-5.4 1.6L9 16l-1.6-5.4L2 9l5.4-1.6zM16 14v4M14 16h4',
  delete: 'M3 5h14M7 5V3h6v2M5 5l1 13h8l1-13',
  ascending: 'M10 17V3M4 9l6-6 6 6',
  descending: 'M10 3v14M4 11l6 6 6-6',
  filters: 'M2 6h9M15 6h3M2 14h3M9 14h9M15 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM9 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  sort: 'M6 3v14M3 14l3 3 3-3M14 17V3M11 6l3-3 3 3',
  theme:
    'M13.5 10a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM10 1v3M10 16v3M1 10h3M16 10h3M3.6 3.6l2.1 2.1M14.3 14.3l2.1 2.1M3.6 16.4l2.1-2.1M14.3 5.7l2.1-2.1',
  message: 'M2 4h16v10H9l-4 4v-4H2z',
  missed: 'M3 8l5 5 9-9M17 9V4h-5M2 17h16',
  call: 'M4 2h4l1.5 4.5L7 8.5a10 10 0 0 0 4.5 4.5l2-2.5L18 12v4a2 2 0 0 1-2 2A14 14 0 0 1 2 4a2 2 0 0 1 2-2z',
  refresh: 'M16.5 8A7 7 0 0 0 4 6.5L2.5 8M2.5 3.5V8H7M3.5 12A7 7 0 0 0 16 13.5l1.5-1.5M17.5 16.5V12H13',
  read: 'M2 5h16v11H2zM2 5l8 6 8-6',
  people: 'M13 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM3 18c0-4 3-6 7-6s7 2 7 6',
  article: 'M4 2h12v16H4zM7 6h6M7 10h6M7 14h4',
  bell: 'M4 15h12l-1.5-2V8.5a4.5 4.5 0 0 0-9 0V13zM8 17.5h4',
  card: 'M2 4h16v12H2zM2 8h16M5 13h4',
  view: 'M5 15L15 5M7 5h8v8',
  back: 'M13 3l-7 7 7 7',
  picture: 'M2 3h16v14H2zM2 14l5-5 4 4 3-3 4 4',
  expand: 'M4 7l6 6 6-6',
  more: 'M3 9.5h1.5v1H3zM9.25 9.5h1.5v1h-1.5zM15.5 9.5H17v1h-1.5z',
  lock: 'M4 9h12v9H4zM6.5 9V6a3.5 3.5 0 0 1 7 0v3',
  flag: 'M4 18V3h12l-2.5 4L16 11H4',
  calendar: drawings.calendar,
  clock: 'M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM10 5v5l3.5 2',
} as const

export type GlyphName = keyof typeof glyphs

/** A small line icon for dense screens. */
export function Glyph({ name, size = 17 }: { name: GlyphName; size?: number }) {
  return <LineDrawing path={glyphs[name]} size={size} />
}

/** A path on a 20-unit grid, drawn as a line. Decorative only. */
function LineDrawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

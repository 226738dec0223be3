export interface CoverShape {
  /** Path data of the larger land and of the accent, both inside one square. */
  land: string
  accent: string
  /** An accent that lies on the land makes no shore of its own. */
  accentOnLand?: boolean
}

interface Square {
  x: number
  y: number
  side: number
}

/** One shape for each category of the blog. */
export const coverShapes: Record<string, (square: Square) => CoverShape> = {
  'ai-automation': ({ x, y, side }) => ({
    land: box(x, y, side, side),
    accent: box(x + side * 0.32, y + side * 0.32, side * 0.36, side * 0.36),
    accentOnLand: true,
  }),
  'web-development': ({ x, y, side }) => ({
    land: `M${x} ${y}h${side}v${side}z`,
    accent: `M${x} ${y + side * 0.28}v${side * 0.72}h${side * 0.72}z`,
  }),
  'custom-development': ({ x, y, side }) => ({
    land: box(x, y, side / 2, side / 2) + box(x + side / 2, y + side / 2, side / 2, side / 2),
    accent: circle(x + side * 0.75, y + side * 0.25, side * 0.12),
  }),
  'seo-marketing': ({ x, y, side }) => ({
    land: checks({ x, y, side }),
    accent: box(x + side * 0.75, y, side / 4, side / 4),
  }),
  'social-media': ({ x, y, side }) => ({
    land:
      circle(x + side * 0.24, y + side * 0.3, side * 0.23) +
      circle(x + side * 0.72, y + side * 0.24, side * 0.23),
    accent: circle(x + side * 0.5, y + side * 0.74, side * 0.23),
  }),
  'technology-trends': ({ x, y, side }) => ({
    land: bars({ x, y, side }),
    accent: box(x + side * 0.88, y, side * 0.16, side * 0.16),
  }),
  general: ({ x, y, side }) => ({
    land: circle(x + side / 2, y + side / 2, side / 2),
    accent: circle(x + side / 2, y + side / 2, side * 0.14),
    accentOnLand: true,
  }),
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

function checks({ x, y, side }: Square): string {
  const cell = side / 4
  const cells = Array.from({ length: 16 }, (_, index) => [index % 4, Math.floor(index / 4)] as const)
  return cells
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => box(x + column * cell, y + row * cell, cell, cell))
    .join('')
}

function bars({ x, y, side }: Square): string {
  return [0, 1, 2, 3]
    .map((row) => box(x, y + row * side * 0.28, side * (0.46 + 0.18 * row), side * 0.16))
    .join('')
}

/** Brand colors, named like the tokens of the style sheet. */
export const color = {
  ink: '#07222A',
  deep: '#0A2D36',
  channel: '#0F3B43',
  map: '#164E4D',
  salt: '#F5F7F1',
  sand: '#EBDBAE',
  sandLight: '#F3EAD0',
  glass: '#B7DACC',
  glassLight: '#DCEBE3',
  day: '#C9E2D7',
  muteDark: '#A9C6BF',
  kelp: '#1B5D55',
  buoy: '#FF5A2B',
} as const

/** Tints of a chart: `tints` from the shore outwards, each from the given contour on. */
export interface Palette {
  ground: string
  tints: readonly (readonly [from: number, fill: string])[]
  line: string
  /** Opacity of the contours nearest to the shore and farthest from it. */
  lineOpacity: readonly [near: number, far: number]
  sounding: string
  soundingOpacity: number
}

/** Deep water: hero, 404 page, sign-in screen. */
export const night: Palette = {
  ground: color.map,
  tints: [
    [0, '#134A4B'],
    [3, '#104045'],
    [6, '#0D363F'],
    [9, '#0A2C35'],
  ],
  line: '#9FD0C0',
  lineOpacity: [0.5, 0.16],
  sounding: '#A9CFC3',
  soundingOpacity: 0.62,
}

/** Shallow water by day: headers of the service pages. */
export const day: Palette = {
  ground: '#8FC3B1',
  tints: [
    [0, '#9ACBBA'],
    [3, '#A9D3C3'],
    [6, color.glass],
    [9, color.day],
  ],
  line: '#1D625A',
  lineOpacity: [0.6, 0.28],
  sounding: color.kelp,
  soundingOpacity: 0.85,
}

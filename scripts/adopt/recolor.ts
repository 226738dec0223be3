import Color from 'colorjs.io'

export interface BrandColors {
  /** For ink, water and text. */
  main: string
  /** For what a visitor should press. */
  signal: string
}

/** The colors the product comes with, by family. */
const original: BrandColors = { main: '#0f3b43', signal: '#ff5a2b' }
/** Errors stay red. */
const kept = new Set(['#a62311', '#c7330b', '#ff9c8a'])

/**
 * Moves every color of a text into the hues of the brand. Lightness stays, so text stays legible: a brand color appears
 * in the lightness of the color it replaces. Sand, white, the red of errors and the colors of the demonstration's shop stay.
 */
export function recolor(text: string, colors: BrandColors): string {
  return text.replaceAll(
    /(--shop-[\w-]+: )?(#[0-9a-f]{6})\b/gi,
    (found, shop: string | undefined, hex: string) => {
      const family = shop !== undefined || kept.has(hex.toLowerCase()) ? undefined : findFamily(hex)
      return family === undefined ? found : moveHue(hex, original[family], colors[family])
    },
  )
}

/** Blue-greens belong to the main color, oranges to the signal. */
function findFamily(hex: string): keyof BrandColors | undefined {
  const [, chroma, hue] = readOklch(hex)
  if (hue >= 120 && hue <= 240 && chroma > 0.004) return 'main'
  if (hue >= 25 && hue <= 55 && chroma > 0.04) return 'signal'
  return undefined
}

function moveHue(hex: string, from: string, to: string): string {
  const [lightness, chroma, hue] = readOklch(hex)
  const [, fromChroma, fromHue] = readOklch(from)
  const [, toChroma, toHue] = readOklch(to)
  const strength = Math.min(toChroma / fromChroma, 1.5)
  const moved = new Color('oklch', [lightness, chroma * strength, (hue + toHue - fromHue + 360) % 360])
  return moved.to('srgb').toGamut({ method: 'css' }).toString({ format: 'hex', collapse: false })
}

/** Lightness, chroma and hue in degrees; grey has hue 0. */
function readOklch(color: string): [lightness: number, chroma: number, hue: number] {
  const [lightness, chroma, hue] = new Color(color).to('oklch').coords
  return [lightness ?? 0, chroma ?? 0, Number.isFinite(hue) ? (hue ?? 0) : 0]
}

import { seededRandom, type Random } from '../chart/noise.ts'
import { color } from '../colors.ts'

export const SCENE = { width: 1620, height: 1080 }

interface Light {
  sky: readonly string[]
  /** Tints from the horizon to the viewer. */
  land: readonly string[]
  sun: string
  dark: string
}

const dawn: Light = {
  sky: [color.glass, color.glassLight, color.sandLight, color.sand],
  land: ['#7FB3A4', '#4E8C83', color.kelp, color.channel],
  sun: color.buoy,
  dark: color.ink,
}
const noon: Light = {
  sky: ['#9ACBBA', color.glass, color.glassLight, color.salt],
  land: ['#E4D4A2', color.sand, '#DECD97', '#D9C68D'],
  sun: color.salt,
  dark: color.channel,
}
const dusk: Light = {
  sky: ['#E84A1F', color.buoy, '#FF8A5E', color.sand],
  land: ['#7A1D05', '#0D363F', color.deep, color.ink],
  sun: color.sandLight,
  dark: color.ink,
}
const dark: Light = {
  sky: [color.ink, color.deep, '#0D363F', color.map],
  land: ['#1B5D55', color.channel, color.deep, color.ink],
  sun: color.sand,
  dark: '#051A21',
}

interface Plan {
  light: Light
  /** Center and radius of the sun or moon. */
  sun?: readonly [x: number, y: number, radius: number]
  horizon: number
  /** Height of the hills; 0 is water. */
  relief: number
  things?: (light: Light, random: Random) => string
}

/** Content of each sample scene. */
const plans: Record<string, Plan> = {
  sunrise: { light: dawn, sun: [1080, 560, 170], horizon: 600, relief: 0 },
  'night-sail': {
    light: dark,
    sun: [480, 300, 110],
    horizon: 620,
    relief: 0,
    things: (light) => sail(1050, 720, 2.2, light.sun),
  },
  dunes: { light: noon, sun: [1240, 240, 90], horizon: 560, relief: 120 },
  marsh: {
    light: { ...noon, land: ['#8FC3B1', '#5F9C7F', color.kelp, color.channel] },
    horizon: 500,
    relief: 24,
    things: grass,
  },
  pier: { light: dusk, sun: [420, 520, 150], horizon: 560, relief: 0, things: pier },
  regatta: { light: noon, horizon: 430, relief: 0, things: (light) => fleet(light) },
  storm: {
    light: { ...dark, sky: ['#07222A', '#28454B', '#5F878C', color.glass] },
    horizon: 640,
    relief: 0,
    things: rain,
  },
  harbor: { light: dark, sun: [1360, 210, 60], horizon: 690, relief: 0, things: town },
  islands: { light: dawn, sun: [380, 330, 80], horizon: 470, relief: 46 },
  desk: { light: dawn, sun: [1130, 330, 90], horizon: 420, relief: 60, things: desk },
  street: { light: dusk, horizon: 860, relief: 0, things: shops },
  lighthouse: { light: dusk, sun: [1240, 430, 70], horizon: 700, relief: 30, things: lighthouse },
}

/** A scene in flat tints. */
export function sceneSvg(id: string, seed: number): string {
  const plan = plans[id]
  if (!plan) throw new Error(`There is no plan for the scene ${id}.`)
  const random = seededRandom(seed)
  const { light, sun, horizon, relief, things } = plan
  const sky = light.sky.map((fill, band) =>
    box(0, (band * horizon) / light.sky.length, SCENE.width, horizon, fill),
  )
  const disc = sun ? `<circle cx="${sun[0]}" cy="${sun[1]}" r="${sun[2]}" fill="${light.sun}"/>` : ''
  const ground = light.land.map((fill, layer) => ridge(random, { layer, horizon, relief, fill }))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE.width}" height="${SCENE.height}">${sky.join('')}${disc}${ground.join('')}${things?.(light, random) ?? ''}</svg>`
}

function ridge(
  random: Random,
  { layer, horizon, relief, fill }: { layer: number; horizon: number; relief: number; fill: string },
): string {
  const top = horizon + layer * ((SCENE.height - horizon) / 4)
  const [first, second] = [random() * 6, random() * 6]
  const height = (x: number) =>
    top + relief * (Math.sin(x / 240 + first) * 0.7 + Math.sin(x / 97 + second) * 0.3) * (1 - layer * 0.12)
  const points = Array.from({ length: 82 }, (_, step) => `${step * 20} ${height(step * 20).toFixed(1)}`)
  return `<path fill="${fill}" d="M0 ${SCENE.height}L${points.join('L')}V${SCENE.height}z"/>`
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<path fill="${fill}" d="M${x.toFixed(0)} ${y.toFixed(0)}h${width.toFixed(0)}v${height.toFixed(0)}h${(-width).toFixed(0)}z"/>`
}

function shape(d: string, fill: string): string {
  return `<path fill="${fill}" d="${d}"/>`
}

function sail(x: number, y: number, size: number, fill: string): string {
  const at = `translate(${x} ${y}) scale(${size})`
  return `<g transform="${at}">${shape('M-4 0V-150L-70 0z', fill)}${shape('M6 -6V-120L54 -6z', color.buoy)}${shape('M-78 8H66L44 30H-52z', color.ink)}</g>`
}

function fleet(light: Light): string {
  const water = box(0, 430, SCENE.width, 650, '#8FC3B1') + box(0, 640, SCENE.width, 440, '#5F9C8F')
  const boats = [
    sail(320, 560, 0.9, light.sun),
    sail(640, 590, 1.1, color.salt),
    sail(1330, 610, 1.3, color.salt),
  ]
  return `${water}${boats.join('')}${sail(980, 820, 2.3, color.salt)}`
}

function pier({ dark: fill }: Light): string {
  const posts = Array.from({ length: 12 }, (_, post) => box(640 + post * 86, 600, 14, 90 + post * 22, fill))
  return box(600, 580, 1020, 26, fill) + posts.join('')
}

function grass({ dark: fill }: Light, random: Random): string {
  const blades = Array.from({ length: 220 }, () => {
    const [x, y, tall] = [random() * SCENE.width, 760 + random() * 320, 70 + random() * 150]
    return `M${x.toFixed(0)} ${y.toFixed(0)}l${(random() * 50 - 25).toFixed(0)} ${(-tall).toFixed(0)}l12 ${tall.toFixed(0)}z`
  })
  return shape(blades.join(''), fill)
}

function rain(_light: Light, random: Random): string {
  const drops = Array.from(
    { length: 260 },
    () => `M${(random() * 1700).toFixed(0)} ${(random() * 620).toFixed(0)}l-16 60`,
  )
  return `<path stroke="${color.glassLight}" stroke-opacity=".5" stroke-width="2" d="${drops.join('')}"/>`
}

function town({ dark: fill, sun }: Light, random: Random): string {
  const houses = Array.from({ length: 15 }, (_, house) => {
    const [x, tall] = [house * 110, 120 + random() * 240]
    const windows = Array.from({ length: Math.floor(tall / 46) }, (_, floor) =>
      random() > 0.35
        ? box(x + 22 + 34 * Math.floor(random() * 2), 716 - tall + floor * 46, 18, 22, sun)
        : '',
    )
    return box(x, 690 - tall, 96, tall, fill) + windows.join('')
  })
  return houses.join('')
}

function shops({ dark: fill, sun }: Light, random: Random): string {
  const fronts = Array.from({ length: 5 }, (_, shop) => {
    const [x, tall] = [40 + shop * 314, 330 + random() * 160]
    const awning = [0, 1, 2, 3, 4].map((stripe) => box(x + 14 + stripe * 53, 640, 27, 54, color.salt))
    return `${box(x, 860 - tall, 294, tall, shop % 2 ? color.channel : color.kelp)}${box(x + 14, 640, 266, 54, color.buoy)}${awning.join('')}${box(x + 30, 704, 130, 120, sun)}${box(x + 190, 704, 74, 156, fill)}`
  })
  return fronts.join('')
}

function desk({ dark: fill }: Light): string {
  const frame = `<path fill="${color.salt}" fill-rule="evenodd" d="M0 0h1620v1080H0zM420 110v560h380V110zM840 110v560h380V110z"/>`
  const screen =
    box(240, 520, 460, 300, fill) + box(264, 544, 412, 240, color.glass) + box(430, 820, 80, 50, fill)
  return `${frame}${box(0, 860, SCENE.width, 220, '#D9C68D')}${screen}${box(980, 760, 100, 110, color.buoy)}${box(330, 862, 280, 14, fill)}`
}

function lighthouse({ sun }: Light): string {
  const beam = `<path fill="${sun}" fill-opacity=".55" d="M560 262L1620 60V380z"/>`
  return `${beam}${shape('M500 760L524 300H596L620 760z', color.salt)}${shape('M512 530L518 420H602L608 530z', color.buoy)}${box(512, 284, 96, 22, color.ink)}${box(530, 236, 60, 48, sun)}${shape('M520 236L560 190L600 236z', color.ink)}`
}

import { site } from '../../site.config.ts'
import type { Sheet } from '../chart/coast-survey.ts'
import type { Position } from '../sources/cape-fear.ts'
import type { CutSheet } from './chart-cuts.ts'
import type { Point } from './lines.ts'

/** A place with its label beside it. */
export interface Place {
  at: Position
  /** A line of the label each. */
  label: readonly string[]
  /** From the place to the start of the label. */
  offset: readonly [x: number, y: number]
  anchor?: 'start' | 'middle' | 'end'
  /** Number of the list beside the chart, or a plain dot. */
  mark?: number | 'dot'
}

/** The name of a body of water. */
export interface Water {
  at: Position
  label: readonly string[]
  turn?: number
}

export interface HarborSheet extends Sheet, CutSheet {
  places: readonly Place[]
  waters: readonly Water[]
  /** Shown where it has room. */
  rose?: readonly [x: number, y: number, radius: number]
  scale: { at: Point; miles: number; edge?: 'left' | 'right' }
  /** Lines at the lower left. */
  note: readonly string[]
  nameSize: number
  /** Least distance of two soundings. */
  gap: number
}

export const wilmington: Position = [site.place.longitude, site.place.latitude]
const positions = {
  wrightsville: [-77.7964, 34.2085],
  carolina: [-77.8936, 34.0352],
  leland: [-78.0447, 34.2563],
  hampstead: [-77.7105, 34.3679],
  southport: [-78.0203, 33.9216],
  county: [-78.148, 34.067],
  baldHead: [-77.985, 33.866],
  masonboro: [-77.845, 34.13],
  kure: [-77.9072, 33.9968],
  oak: [-78.13, 33.913],
} as const satisfies Record<string, Position>

export const areas: HarborSheet = {
  width: 930,
  height: 820,
  narrowest: 600,
  center: [-77.91, 34.055],
  span: 1.026,
  nameSize: 13,
  gap: 58,
  scale: { at: [630, 780], miles: 8 },
  rose: [787, 605, 62],
  note: ['Not for navigation.', 'Soundings illustrative.'],
  places: [
    { at: wilmington, mark: 1, label: ['Wilmington'], offset: [17, -3] },
    { at: positions.wrightsville, mark: 2, label: ['Wrightsville Beach'], offset: [18, 5] },
    { at: positions.carolina, mark: 3, label: ['Carolina Beach'], offset: [18, 5] },
    { at: positions.leland, mark: 4, label: ['Leland'], offset: [-18, 5], anchor: 'end' },
    { at: positions.hampstead, mark: 5, label: ['Hampstead'], offset: [-18, -2], anchor: 'end' },
    { at: positions.southport, mark: 6, label: ['Southport'], offset: [-10, -18], anchor: 'end' },
    { at: positions.county, mark: 7, label: ['Brunswick County'], offset: [18, 5] },
    { at: positions.baldHead, label: ['Bald Head Island'], offset: [18, 14] },
    { at: positions.masonboro, label: ['Masonboro Island'], offset: [18, 8] },
    { at: positions.kure, mark: 'dot', label: ['Kure Beach'], offset: [12, 5] },
    { at: positions.oak, label: ['Oak Island'], offset: [-30, 30], anchor: 'middle' },
  ],
  waters: [
    { at: [-77.62, 34.0], label: ['Onslow Bay'] },
    { at: [-78.25, 33.79], label: ['Long Bay'] },
    { at: [-77.8, 33.76], label: ['Frying Pan Shoals'], turn: 47 },
    { at: [-77.984, 34.0], label: ['Cape Fear River'], turn: -68 },
  ],
}

export const areasOnPhones: HarborSheet = {
  width: 600,
  height: 560,
  narrowest: 268,
  center: [-77.897, 34.085],
  span: 1.046,
  nameSize: 13,
  gap: 52,
  scale: { at: [14, 506], miles: 4, edge: 'left' },
  rose: [530, 455, 44],
  note: ['Not for navigation.', 'Soundings illustrative.'],
  places: [
    { at: wilmington, mark: 1, label: ['Wilmington'], offset: [10, -15] },
    { at: positions.wrightsville, mark: 2, label: ['Wrightsville', 'Beach'], offset: [5, 23] },
    { at: positions.carolina, mark: 3, label: ['Carolina', 'Beach'], offset: [16, 5] },
    { at: positions.leland, mark: 4, label: ['Leland'], offset: [-15, 5], anchor: 'end' },
    { at: positions.hampstead, mark: 5, label: ['Hampstead'], offset: [-16, 4], anchor: 'end' },
    { at: positions.southport, mark: 6, label: ['Southport'], offset: [-2, -18], anchor: 'end' },
    { at: positions.county, mark: 7, label: ['Brunswick', 'County'], offset: [16, 0] },
    { at: positions.baldHead, label: ['Bald Head', 'Island'], offset: [18, 16] },
    { at: positions.masonboro, label: ['Masonboro', 'Island'], offset: [12, 20] },
    { at: positions.oak, label: ['Oak Island'], offset: [16, 26], anchor: 'middle' },
  ],
  waters: [
    { at: [-77.7, 33.93], label: ['Onslow', 'Bay'] },
    { at: [-78.169, 34.352], label: ['Cape Fear River'], turn: 45 },
    { at: [-78.25, 33.83], label: ['Long Bay'] },
  ],
}

export const contact: HarborSheet = {
  width: 840,
  height: 352,
  narrowest: 540,
  center: [-77.878, 34.185],
  span: 0.557,
  nameSize: 14,
  gap: 44,
  scale: { at: [14, 298], miles: 3, edge: 'left' },
  rose: [772, 78, 42],
  note: ['Not for navigation.', 'Soundings illustrative.'],
  places: [
    { at: wilmington, mark: 'dot', label: ['Wilmington'], offset: [16, -8] },
    { at: positions.wrightsville, mark: 'dot', label: ['Wrightsville Beach'], offset: [12, 5] },
    { at: positions.leland, mark: 'dot', label: ['Leland'], offset: [-10, 5], anchor: 'end' },
    { at: positions.masonboro, label: ['Masonboro Island'], offset: [16, 10] },
  ],
  waters: [
    { at: [-77.68, 34.135], label: ['Atlantic', 'Ocean'] },
    { at: [-77.907, 34.128], label: ['Cape Fear River'], turn: 82 },
  ],
}

export const contactOnPhones: HarborSheet = {
  width: 700,
  height: 300,
  narrowest: 320,
  center: [-77.8987, 34.17],
  span: 0.667,
  nameSize: 14,
  gap: 46,
  scale: { at: [570, 280], miles: 2, edge: 'right' },
  rose: [646, 74, 36],
  note: ['Not for', 'navigation.', 'Soundings', 'illustrative.'],
  places: [
    { at: wilmington, mark: 'dot', label: ['Wilmington'], offset: [14, -8] },
    {
      at: positions.wrightsville,
      mark: 'dot',
      label: ['Wrightsville', 'Beach'],
      offset: [0, 24],
      anchor: 'middle',
    },
    { at: positions.leland, mark: 'dot', label: ['Leland'], offset: [-8, -11] },
    { at: positions.masonboro, label: ['Masonboro', 'Island'], offset: [14, 14] },
  ],
  waters: [
    { at: [-77.66, 34.13], label: ['Atlantic', 'Ocean'] },
    { at: [-77.916, 34.12], label: ['Cape Fear River'], turn: 82 },
  ],
}

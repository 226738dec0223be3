/** Control points along a hull, from stern (0) to bow (1). */
type Profile = readonly (readonly [along: number, value: number])[]

export interface HullShape {
  length: number
  /** Height of the deck edge and of the keel above the waterline; share of the maximum breadth. */
  sheer: Profile
  keel: Profile
  breadth: Profile
  /** Fullness of a section at the stern, and its gain towards the bow. */
  fullness: readonly [stern: number, gain: number]
  rig: string
  fin?: string
  /** Shifts the figure left in its frame, for a long bowsprit. */
  shift: number
  lengthOverAll: string
}

const faint = 'stroke-opacity=".4"'

/** Four boats from small to large, for clients from small to large. */
export const hullShapes: Record<'skiff' | 'sloop' | 'cutter' | 'schooner', HullShape> = {
  skiff: {
    length: 126,
    sheer: [
      [0, 21],
      [0.3, 16],
      [0.6, 19],
      [1, 34],
    ],
    keel: [
      [0, -2],
      [0.18, -7],
      [0.42, -10],
      [0.66, -8],
      [0.83, 1],
      [0.94, 17],
      [1, 34],
    ],
    breadth: [
      [0, 0.72],
      [0.3, 0.98],
      [0.55, 1],
      [0.8, 0.66],
      [1, 0.01],
    ],
    fullness: [0.5, 0.4],
    rig: '<path d="M84-24V-126M81-36L18-50 25-132 81-116z"/><path d="M84-44L25-132" stroke-opacity=".6"/>',
    shift: 0,
    lengthOverAll: '16 ft',
  },
  sloop: {
    length: 192,
    sheer: [
      [0, 24],
      [0.35, 19],
      [0.65, 23],
      [1, 40],
    ],
    keel: [
      [0, 15],
      [0.1, 3],
      [0.24, -10],
      [0.42, -20],
      [0.56, -22],
      [0.72, -15],
      [0.86, 2],
      [0.95, 22],
      [1, 40],
    ],
    breadth: [
      [0, 0.42],
      [0.25, 0.85],
      [0.5, 1],
      [0.75, 0.72],
      [1, 0.01],
    ],
    fullness: [0.55, 0.5],
    rig: `<path d="M108-26V-236M104-40L12-35C30-100 62-170 104-230zM113-216C136-150 160-96 184-46L118-42C112-90 111-160 113-216z"/><path d="M104-92L31-86M104-146L58-140" stroke-opacity=".5"/><path d="M192-40L108-236L2-25" ${faint}/>`,
    fin: 'M74 18L66 52H114L110 19z',
    shift: 0,
    lengthOverAll: '32 ft',
  },
  cutter: {
    length: 224,
    sheer: [
      [0, 22],
      [0.35, 17],
      [0.65, 20],
      [1, 36],
    ],
    keel: [
      [0, 15],
      [0.12, 4],
      [0.25, -9],
      [0.42, -23],
      [0.56, -26],
      [0.72, -18],
      [0.85, -2],
      [0.94, 16],
      [1, 36],
    ],
    breadth: [
      [0, 0.3],
      [0.25, 0.8],
      [0.5, 1],
      [0.75, 0.74],
      [1, 0.01],
    ],
    fullness: [0.6, 0.5],
    rig: `<path d="M124-22V-274M120-36L2-30C8-80 16-116 26-150L120-214zM120-220L34-158C64-196 94-236 120-266zM129-246C160-170 206-96 248-44L196-40C160-96 138-170 129-246zM128-176C140-120 158-74 180-40L134-38zM224-36L262-44"/><path d="M262-44L124-274L-2-22" ${faint}/>`,
    fin: 'M86 22L78 64H150L134 23z',
    shift: 10,
    lengthOverAll: '44 ft',
  },
  schooner: {
    length: 262,
    sheer: [
      [0, 34],
      [0.2, 26],
      [0.5, 23],
      [0.8, 31],
      [1, 48],
    ],
    keel: [
      [0, 26],
      [0.05, 12],
      [0.1, -14],
      [0.15, -32],
      [0.34, -38],
      [0.62, -37],
      [0.78, -31],
      [0.88, -13],
      [0.95, 14],
      [1, 48],
    ],
    breadth: [
      [0, 0.55],
      [0.2, 0.92],
      [0.5, 1],
      [0.8, 0.85],
      [1, 0.01],
    ],
    fullness: [0.42, 0.6],
    rig: `<path d="M56-26V-246M130-24V-262M198-30V-248M53-40L-12-38C-8-80-4-116 4-150L53-180zM127-38L64-36C66-84 70-126 76-164L127-192zM195-44L138-38C140-86 144-122 149-158L195-184z"/><path d="M53-186L10-156C26-184 40-212 53-238zM127-198L82-170C98-198 112-226 127-254z" stroke-opacity=".7"/><path d="M203-168C212-124 224-88 240-56L208-50zM204-206C220-150 240-100 264-64L246-58C226-100 212-150 204-206zM204-236C228-170 256-112 292-74L271-66C240-112 218-170 204-236zM262-48L306-78"/><path d="M306-78L198-248L130-262L56-246L-4-32" ${faint}/>`,
    shift: 12,
    lengthOverAll: '118 ft',
  },
}

/** A smooth curve through the points of a profile (cubic Hermite). */
export function profileCurve(profile: Profile): (along: number) => number {
  const point = (index: number) => profile[Math.min(profile.length - 1, Math.max(0, index))] ?? [0, 0]
  return (along) => {
    let index = 0
    while (index < profile.length - 2 && along > point(index + 1)[0]) index++
    const [before, start, end, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)]
    const span = end[0] - start[0]
    const share = Math.min(1, Math.max(0, (along - start[0]) / span))
    const leave = ((end[1] - before[1]) / (end[0] - before[0] || 1)) * span
    const arrive = ((after[1] - start[1]) / (after[0] - start[0] || 1)) * span
    const [square, cube] = [share ** 2, share ** 3]
    return (
      (2 * cube - 3 * square + 1) * start[1] +
      (cube - 2 * square + share) * leave +
      (3 * square - 2 * cube) * end[1] +
      (cube - square) * arrive
    )
  }
}

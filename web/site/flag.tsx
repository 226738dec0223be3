import type { Flag as FlagName } from '../../site.config.ts'

const salt = '#F5F7F1'
const ink = '#0F3B43'
const buoy = '#FF5A2B'
const sand = '#EBDBAE'
const field = 'M0 0h60v60H0z'

/** Colors and shapes of each signal flag, in painting order. */
const flags: Record<FlagName, readonly { fill: string; d: string }[]> = {
  S: [
    { fill: salt, d: field },
    { fill: ink, d: 'M17 17h26v26H17z' },
  ],
  O: [
    { fill: buoy, d: 'M0 0h60v60z' },
    { fill: sand, d: 'M0 0v60h60z' },
  ],
  U: [
    { fill: salt, d: field },
    { fill: buoy, d: 'M0 0h30v30H0zM30 30h30v30H30z' },
  ],
  N: [
    { fill: salt, d: field },
    {
      fill: ink,
      d: 'M0 0h15v15H0zM30 0h15v15H30zM15 15h15v15H15zM45 15h15v15H45zM0 30h15v15H0zM30 30h15v15H30zM15 45h15v15H15zM45 45h15v15H45z',
    },
  ],
  D: [
    { fill: sand, d: field },
    { fill: ink, d: 'M0 14h60v32H0z' },
  ],
  A: [
    { fill: salt, d: field },
    { fill: buoy, d: 'M0 0h12v60H0zM24 0h12v60H24zM48 0h12v60H48z' },
  ],
}

interface FlagProps {
  flag: FlagName
  /** For paper backgrounds, where light cells would lose their edge. */
  outlined?: boolean
  /** Fills a box that is not square. */
  stretched?: boolean
}

/** A service's signal flag. */
export function Flag({ flag, outlined = false, stretched = false }: FlagProps) {
  return (
    <svg
      className={outlined ? 'flag flag-outlined' : 'flag'}
      viewBox="0 0 60 60"
      preserveAspectRatio={stretched ? 'none' : undefined}
      aria-hidden="true"
    >
      {flags[flag].map(({ fill, d }) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  )
}

/** Several flags in a row. */
export function Hoist({ flags, outlined = false }: { flags: readonly FlagName[]; outlined?: boolean }) {
  return (
    <span className="hoist" aria-hidden="true">
      {flags.map((flag) => (
        <Flag key={flag} flag={flag} outlined={outlined} />
      ))}
    </span>
  )
}

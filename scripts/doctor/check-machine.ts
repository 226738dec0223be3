import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Clock'
/** Sign-in forgives this much. */
const NOTICED_S = 30
/** Codes of a second factor and signatures of storage requests fail past it. */
const BROKEN_S = 300

/** Compares the machine's clock with what others said at the same moment. */
export function checkClock(here: Date, others: readonly { whose: string; says: Date }[]): Finding[] {
  if (others.length === 0)
    return [attention(ABOUT, 'There was nobody to compare it with.', 'Start the site and run this again.')]
  const worst = others
    .map(({ whose, says }) => ({ whose, seconds: Math.round((here.getTime() - says.getTime()) / 1_000) }))
    .toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))[0]
  const apart = Math.abs(worst?.seconds ?? 0)
  if (apart <= NOTICED_S)
    return [ok(ABOUT, `It agrees with ${others.map(({ whose }) => whose).join(' and ')}.`)]
  const says = `It is ${apart} seconds ${(worst?.seconds ?? 0) > 0 ? 'ahead of' : 'behind'} ${worst?.whose}.`
  const todo = 'Let both machines set their clocks by the network: timedatectl set-ntp true'
  return [apart > BROKEN_S ? broken(ABOUT, `${says} Signing in fails.`, todo) : attention(ABOUT, says, todo)]
}

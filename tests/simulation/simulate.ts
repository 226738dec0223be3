import { seedProcess } from './seeded-process.ts'
import { pick, seededChance, type Chance } from './chance.ts'
import { findViolation, type Violation } from './invariants.ts'
import { planEvents, type PlannedEvent } from './plan.ts'
import { isRefusal, Staff, staffActions, type StaffAction } from './staff.ts'
import { Halted, type VirtualTime } from './virtual-time.ts'
import { findVisitor, visitorActions, type VisitorAction } from './visitors.ts'
import { createTemplate, World } from './world.ts'

const DAY_MS = 86_400_000
/** Simulations begin on a morning of some day of a year that has all holidays and changes of the clock; half of them shortly before one. */
const FIRST_START = Date.parse('2026-10-01T12:00:00Z')
const START_DAYS = 300
const SPECIAL_DAYS = [
  '2026-11-01',
  '2026-11-26',
  '2026-12-25',
  '2027-01-01',
  '2027-03-14',
  '2027-05-31',
  '2027-07-05',
]
/** How late timers may be without requests: jobs then run some fifty times a day. */
const SLACK_MS = 60 * 60_000
/** Before each check. */
const REST_MS = 60_000
/** Of a calm seed's opposite: every fiftieth request, text or mail has a fault, and more are late. */
const FAULT_RATE = 0.02

export interface SimulationReport {
  seed: number
  days: number
  /** Whether requests, providers and the power fail. */
  faults: boolean
  /** Things that happened: actions of people, and faults. */
  events: number
  /** Entries of the trace: requests, texts, mails. */
  steps: number
  /** Equal for two runs of a seed. */
  hash: string
  texts: number
  mails: number
  restarts: number
  failure: Failure | null
}

export interface Failure extends Violation {
  /** When it was noticed. */
  at: string
  step: number
}

export interface SimulationOptions {
  seed: number
  days: number
  /** Default: what the seed plans. */
  events?: readonly PlannedEvent[]
  /** Where the migrated database is kept; default: beside the installed packages. */
  templates?: string | undefined
}

export function planSimulation({ seed, days }: SimulationOptions) {
  const chance = seededChance(seed)
  const start = chooseStart(chance)
  const faults = chance() < 0.6
  const end = start + days * DAY_MS
  const events = planEvents({ seed, start, days: Math.ceil(days) + 1, faults }).filter(({ at }) => at < end)
  return { start, end, faults, events }
}

function chooseStart(chance: Chance): number {
  const special = chance() < 0.5
  if (!special) return FIRST_START + Math.floor(chance() * START_DAYS) * DAY_MS
  return Date.parse(`${pick(chance, SPECIAL_DAYS)}T12:00:00Z`) - Math.ceil(chance() * 3) * DAY_MS
}

/** Starts an agency under a seed, lets people live with it for some days and checks the invariants, up to the first failure. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const { seed, days } = options
  const { start, end, faults, events: planned } = planSimulation(options)
  const template = await createTemplate(options.templates)
  const time = seedProcess(seed, start)
  const world = new World(time, template, { random: seededChance(seed + 1), losesPower: faults })
  const events = options.events ?? planned
  try {
    const staff = new Staff(world)
    await time.finish(world.start().then(() => staff.join()))
    time.slack = SLACK_MS
    world.faults.rate = faults ? FAULT_RATE : 0
    const failure = await live(events, { world, staff, end }).catch((error: unknown) =>
      toFailure(world, toViolation(error)),
    )
    // The power may be cut during the shutdown, too.
    if (failure === null) await finishes(time, world.stop())
    return {
      seed,
      days,
      faults,
      events: events.length,
      steps: world.steps,
      hash: world.traceHash(),
      texts: world.texts.length,
      mails: world.mails.length,
      restarts: world.cuts,
      failure,
    }
  } finally {
    world.close()
  }
}

interface Life {
  world: World
  staff: Staff
}

async function live(
  events: readonly PlannedEvent[],
  { world, staff, end }: Life & { end: number },
): Promise<Failure | null> {
  let exception: Violation | null = null
  for (const event of events) {
    await passTime(world, event.at)
    if (event.action === 'check') exception ??= await check(world)
    else
      act(event, { world, staff }).catch((error: unknown) => {
        exception ??= toViolation(error)
      })
    if (exception !== null) return toFailure(world, exception)
  }
  await passTime(world, end)
  exception ??= await check(world)
  return exception === null ? null : toFailure(world, exception)
}

function toViolation(error: unknown): Violation {
  return { invariant: 'noException', what: error instanceof Error ? (error.stack ?? '') : String(error) }
}

function toFailure({ steps, time }: World, violation: Violation): Failure {
  return { ...violation, at: new Date(time.now).toISOString(), step: steps }
}

/** Starts the server again whenever it was cut off. */
async function passTime(world: World, until: number): Promise<void> {
  await world.time.run(until)
  while (world.time.halted) {
    if (await finishes(world.time, world.revive())) await world.time.run(until)
  }
}

/** False if the power was cut before the work was done. */
async function finishes(time: VirtualTime, work: Promise<void>): Promise<boolean> {
  try {
    await time.finish(work)
    return true
  } catch (error) {
    if (error instanceof Halted) return false
    throw error
  }
}

async function check(world: World): Promise<Violation | null> {
  for (;;) {
    await rest(world)
    try {
      return await world.time.finish(findViolation(world))
    } catch (error) {
      if (!(error instanceof Halted)) throw error
    }
  }
}

/** Until what runs every few seconds has seen everything, also after a restart. */
async function rest(world: World): Promise<void> {
  let cuts = -1
  while (cuts !== world.cuts) {
    cuts = world.cuts
    await passTime(world, world.time.now + REST_MS)
  }
}

const faultActions: Record<string, (world: World, random: () => number) => Promise<void> | void> = {
  powerCut: (world, random) => world.armPowerCut(1 + Math.floor(random() * 200)),
  kill: (world) => world.kill(),
  killWhileSending: (world) => world.armKill(),
  carrierDown: async ({ faults, sleep }, random) => {
    faults.carrierIsDown = true
    await sleep(random() * 3 * 3_600_000)
    faults.carrierIsDown = false
  },
  mailServerDown: async ({ faults, sleep }, random) => {
    faults.mailServerIsDown = true
    await sleep(random() * 3 * 3_600_000)
    faults.mailServerIsDown = false
  },
}

async function act(event: PlannedEvent, { world, staff }: Life): Promise<void> {
  const random = seededChance(event.seed)
  const visits: Record<string, VisitorAction> = visitorActions
  const work: Record<string, StaffAction> = staffActions
  const doing = work[event.action]
  world.note(`${event.action} ${event.who}`)
  try {
    await faultActions[event.action]?.(world, random)
    await visits[event.action]?.run({ world, visitor: findVisitor(event.who), random })
    if (doing) await doing.run({ world, backend: await staff.device(event.who, doing), random })
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.note(`refused ${String(error)}`)
    await staff.dropSignedOut()
  }
}

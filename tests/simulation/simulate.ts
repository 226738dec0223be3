import { seedProcess } from './seeded-process.ts'
import { seededChance } from './chance.ts'
import { planEvents, type PlannedEvent } from './plan.ts'
import { isRefusal, Staff, staffActions, type StaffAction } from './staff.ts'
import { findVisitor, visitorActions, type VisitorAction } from './visitors.ts'
import { createTemplate, World } from './world.ts'

const DAY_MS = 86_400_000
/** Simulations begin on a morning of some day of a year that has all holidays and changes of the clock. */
const FIRST_START = Date.parse('2026-10-01T12:00:00Z')
const START_DAYS = 300
/** How late timers may be while nobody asks anything: jobs then run some hundred times a day. */
const SLACK_MS = 30 * 60_000

export interface SimulationReport {
  seed: number
  days: number
  /** Actions of people. */
  events: number
  /** Entries of the trace: requests, texts, mails. */
  steps: number
  /** Equal for two runs of a seed. */
  hash: string
  texts: number
  mails: number
  /** Of the product's log: warnings and errors by text. */
  logged: Record<string, number>
  /** Broken invariants and exceptions. */
  failures: string[]
}

/** Starts an agency under a seed and lets people live with it for some days. */
export async function simulate({ seed, days }: { seed: number; days: number }): Promise<SimulationReport> {
  const template = await createTemplate()
  const start = FIRST_START + Math.floor(seededChance(seed)() * START_DAYS) * DAY_MS
  const time = seedProcess(seed, start)
  const world = new World(time, template)
  const failures: string[] = []
  try {
    const staff = new Staff(world)
    await time.finish(world.start().then(() => staff.join()))
    time.slack = SLACK_MS
    const end = start + days * DAY_MS
    const events = planEvents({ seed, start: time.now, days }).filter(({ at }) => at < end)
    for (const event of events) {
      await time.run(event.at)
      act(event, { world, staff }).catch((error: unknown) =>
        failures.push(`${event.action}: ${error instanceof Error ? error.stack : String(error)}`),
      )
    }
    await time.run(end)
    await time.finish(world.stop())
    return {
      seed,
      days,
      events: events.length,
      steps: world.steps,
      hash: world.traceHash(),
      texts: world.texts.length,
      mails: world.mails.length,
      logged: tally(world.problems.map(({ msg, err }) => `${msg}: ${err?.message ?? ''}`)),
      failures,
    }
  } finally {
    world.close()
  }
}

async function act(event: PlannedEvent, { world, staff }: { world: World; staff: Staff }): Promise<void> {
  const random = seededChance(event.seed)
  const visits: Record<string, VisitorAction> = visitorActions
  const work: Record<string, StaffAction> = staffActions
  world.note(`${event.action} ${event.who}`)
  try {
    await visits[event.action]?.run({ world, visitor: findVisitor(event.who), random })
    await work[event.action]?.run({ world, backend: await staff.device(event.who), random })
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.note(`refused ${String(error)}`)
  }
}

function tally(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1
  return counts
}

// Replaces what differs between two runs of this process: clock, timers, random numbers, and the end of work in other threads.
// Imported before everything else.
import crypto from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { VirtualTime } from './virtual-time.ts'

const START = Date.parse('2026-10-01T12:00:00Z')

const realValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto)

/** A random seed. */
export function realRandomSeed(): number {
  return realValues(new Uint16Array(1))[0] ?? 0
}

let time = new VirtualTime({ start: START, seed: 0 })

/** Begins a new order of events and drops the scheduled ones. */
export function seedProcess(seed: number, start = START): VirtualTime {
  time.clear()
  time = new VirtualTime({ start, seed })
  return time
}

const RealDate = Date

class SeededDate extends RealDate {
  constructor(...values: []) {
    if (values.length === 0) super(Math.floor(time.now))
    else super(...values)
  }

  static override now(): number {
    return Math.floor(time.now)
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]'
  }
}

class SeededTimer {
  #timer: object
  readonly #start: () => object

  constructor(start: () => object) {
    this.#start = start
    this.#timer = start()
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  refresh(): this {
    time.remove(this.#timer)
    this.#timer = this.#start()
    return this
  }

  close(): this {
    time.remove(this.#timer)
    return this
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

type Callback = (...values: unknown[]) => void

function startTimer(every: boolean) {
  return (callback: Callback, ms = 1, ...values: unknown[]) =>
    new SeededTimer(() => time.add(() => callback(...values), ms, { every }))
}

function stopTimer(timer: unknown): void {
  if (timer instanceof SeededTimer) timer.close()
}

function pause<T>(ms = 1, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal))
    const timer = time.add(() => resolve(value), ms)
    signal?.addEventListener('abort', () => {
      time.remove(timer)
      reject(abortError(signal))
    })
  })
}

function abortError({ reason }: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: reason }), { name: 'AbortError' })
}

function randomBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => Math.floor(time.random() * 256)))
}

function fillRandom<T extends ArrayBufferView>(view: T): T {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(randomBytes(view.byteLength))
  return view
}

function randomUUID(): string {
  const bytes = randomBytes(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const setTimeout = Object.assign(startTimer(false), { [promisify.custom]: pause })
const fakeTimers = {
  setTimeout,
  clearTimeout: stopTimer,
  setInterval: startTimer(true),
  clearInterval: stopTimer,
}
const fakeCrypto = {
  randomBytes,
  randomUUID,
  randomFillSync: fillRandom,
  randomInt: (min: number, max?: number) =>
    max === undefined ? Math.floor(time.random() * min) : min + Math.floor(time.random() * (max - min)),
}

Object.assign(globalThis, fakeTimers, { Date: SeededDate })
Object.assign(timers, fakeTimers)
Object.assign(timersPromises, { setTimeout: pause })
Object.assign(crypto, fakeCrypto)
Object.assign(Crypto.prototype, { getRandomValues: fillRandom, randomUUID })
Math.random = () => time.random()
Object.defineProperty(performance, 'now', { value: () => time.now - START })
syncBuiltinESMExports()

/** Makes functions that use other threads end in the order of the seed. */
function orderEnds(owner: object, names: readonly string[], change = (values: unknown[]) => values): void {
  for (const name of names) {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== 'function') throw new Error(`There is no function ${name}.`)
    Reflect.set(owner, name, function ordered(this: unknown, ...values: unknown[]) {
      return time.native(Promise.resolve(Reflect.apply(original, this, change(values))))
    })
  }
}

orderEnds(SubtleCrypto.prototype, ['importKey', 'sign', 'verify', 'digest'])
const argon2: unknown = createRequire(import.meta.url)('@node-rs/argon2')
orderEnds(Object(argon2), ['verify'])
orderEnds(Object(argon2), ['hash'], ([password, options]) => [
  password,
  { ...Object(options), salt: randomBytes(16) },
])

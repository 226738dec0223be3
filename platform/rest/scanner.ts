import { unparsable } from './rest-error.ts'

const ARRAY = /\{[^{}]*\}(?=\s*(?:[,)]|$))/y

/** Scanner over one query parameter. Positions in messages are 1-based, like the protocol's. */
export class Scanner {
  readonly #what: string
  readonly #text: string
  #position = 0

  /** @param what the parameter's name in messages: "select parameter", "filter", … */
  constructor(what: string, text: string) {
    this.#what = what
    this.#text = text
  }

  get done(): boolean {
    return this.#position >= this.#text.length
  }

  peek(): string {
    return this.#text.charAt(this.#position)
  }

  startsWith(literal: string): boolean {
    return this.#text.startsWith(literal, this.#position)
  }

  /** Matches `pattern`, a sticky one, without consuming. */
  matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position
    return pattern.exec(this.#text)
  }

  /** Consumes `literal` if it comes next. */
  take(literal: string): boolean {
    if (!this.startsWith(literal)) return false
    this.#position += literal.length
    return true
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.fail(`"${literal}"`)
  }

  /** Consumes everything up to the first of `stops` or the end; may be empty. */
  until(stops: string): string {
    const start = this.#position
    while (!this.done && !stops.includes(this.peek())) this.#position += 1
    return this.#text.slice(start, this.#position)
  }

  rest(): string {
    return this.until('')
  }

  /** A double-quoted text with `\"` and `\\` inside, or null if the next character is no quote. */
  quoted(): string | null {
    if (!this.take('"')) return null
    let value = ''
    while (!this.take('"')) {
      this.take('\\')
      if (this.done) this.fail('closing quote')
      value += this.peek()
      this.#position += 1
    }
    return value
  }

  /** An array literal of PostgreSQL with its braces, or null if none that ends a value comes next. */
  array(): string | null {
    const array = this.matches(ARRAY)?.[0]
    if (array === undefined) return null
    this.#position += array.length
    return array
  }

  /** A name: quoted, or up to the first of `stops`, trimmed. */
  name(stops: string): string {
    this.blanks()
    const name = this.quoted() ?? this.until(stops).trim()
    if (name === '') this.fail('a name')
    this.blanks()
    return name
  }

  /** Skips blanks and line breaks. */
  blanks(): void {
    while (/\s/.test(this.peek())) this.#position += 1
  }

  finish(): void {
    this.blanks()
    if (!this.done) this.fail('end of input')
  }

  fail(expected: string): never {
    const found = this.done ? 'unexpected end of input' : `unexpected "${this.peek()}"`
    throw unparsable(
      `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#position + 1})`,
      `${found} expecting ${expected}`,
    )
  }
}

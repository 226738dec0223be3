import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { nodeFlags } from './quick-start.ts'

/** A Node.js child process that starts on a line of stdin and reports its progress on stdout. */
export class LineProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly #exit: Promise<unknown>
  readonly #lines: AsyncIterator<string>

  constructor(program: string, ...args: string[]) {
    this.child = spawn(process.execPath, [...nodeFlags, program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#exit = once(this.child, 'exit')
    this.#lines = createInterface(this.child.stdout)[Symbol.asyncIterator]()
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  go(): void {
    this.child.stdin.write('go\n')
  }

  /** The next line, or `nothing` at the end of the output. */
  async says(): Promise<string> {
    const { value, done } = await this.#lines.next()
    return done === true ? 'nothing' : value
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exit
  }
}

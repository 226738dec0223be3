import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { fetchAnswer } from './fetch-answer.ts'

const NGINX = '/usr/sbin/nginx'

/** A server that sends a page at `/identity`, `/gzip` and `/br`. */
export interface ControlServer {
  url: string
  stop: () => Promise<void>
}

/** Starts one nginx process that sends the page with the same headers and bytes, if nginx is installed. */
export async function startNginx(
  page: string,
  encodings: readonly string[],
): Promise<ControlServer | undefined> {
  if (!existsSync(NGINX)) return undefined
  const directory = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  const locations = await Promise.all(
    encodings.map(async (encoding) => {
      const { headers, body } = await fetchAnswer(page, encoding)
      await writeFile(join(directory, encoding), body)
      return formatLocation(encoding, headers)
    }),
  )
  await writeFile(join(directory, 'nginx.conf'), configuration(port, locations))
  const nginx = spawn(NGINX, ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(`${url}/${encodings[0]}`, nginx)
  const stop = async () => {
    await endProcess(nginx)
    await rm(directory, { recursive: true })
  }
  return { url, stop }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill()
  await exit
}

/** nginx creates its temporary folders at the start; those of the system need root. */
const configuration = (port: number, locations: readonly string[]) => `
daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  etag off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root .;
    ${locations.join('\n    ')}
  }
}
`

function formatLocation(encoding: string, headers: readonly [name: string, value: string][]): string {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const added = headers
    .filter(([name]) => name !== 'content-type' && name !== 'content-length')
    .map(([name, value]) => `add_header ${name} ${quote(value)};`)
  return `location = /${encoding} { types { } default_type ${quote(type)}; ${added.join(' ')} }`
}

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

async function untilAnswered(url: string, nginx: ChildProcess): Promise<void> {
  const deadline = performance.now() + 10_000
  while (nginx.exitCode === null && performance.now() < deadline) {
    try {
      await (await fetch(url)).arrayBuffer()
      return
    } catch {
      // Not listening yet.
    }
  }
  throw new Error('nginx did not start.')
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'
import { startServer } from './started-server.ts'

test(
  'a shutdown step that fails is logged, the other steps still run, and the server exits with 1',
  { timeout: 120_000 },
  async () => {
    const dataDirectory = await newDataDirectory()
    const server = await startServer({ dataDirectory })
    const address = join(dataDirectory, 'server-address')
    await rm(address)
    await mkdir(address)
    await expect(server.stop()).rejects.toThrow('The server ended with the code 1.')
    expect(server.output.join('\n')).toMatch(/EISDIR.*"step":"address","msg":"shutdown step failed"/)

    await rm(address, { recursive: true })
    const next = await startServer({ dataDirectory })
    await next.stop()
  },
)

test(
  'a shutdown that waits for a silent database is logged as too slow and exits with 1',
  { timeout: 120_000 },
  async () => {
    const proxy = await openTcpProxy(await newDatabaseUrl())
    const server = await startServer({
      dataDirectory: await newDataDirectory('empty'),
      databaseUrl: proxy.url,
    })
    proxy.stall()
    await expect(server.stop()).rejects.toThrow('The server ended with the code 1.')
    expect(server.output.join('\n')).toMatch(/"step":"\w+","msg":"shutdown timed out"/)
    await proxy.close()
  },
)

import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers that every server writes itself. */
const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

export interface Answer {
  headers: [name: string, value: string][]
  /** As sent: node:http, unlike fetch, does not decompress. */
  body: Buffer
}

/** A page in an encoding, with its headers and `content-length`. */
export function fetchAnswer(page: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(page, { headers: { 'accept-encoding': encoding } }, (response) => {
      resolve(read(response))
    }).on('error', reject)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const body = await buffer(response)
  const headers = Object.entries(response.headersDistinct)
    .filter(([name]) => !OWN.has(name))
    .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  return { headers: [...headers, ['content-length', String(body.length)]], body }
}

// A plain node:http server that sends the same headers and bytes as the site. Takes the URL of a page and prints its
// own URL. `/br`, `/gzip` and `/identity` return the page in that encoding.
import { createServer, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers that node:http writes itself. */
const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

interface Answer {
  /** Name, value, name, value… */
  headers: string[]
  body: Buffer
}

const page = process.argv[2] ?? ''
const answers = new Map<string, Answer>()
for (const encoding of ['br', 'gzip', 'identity']) answers.set(`/${encoding}`, await fetchAs(encoding))

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  console.log(`http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`)
})

async function read(response: IncomingMessage): Promise<Answer> {
  const body = await buffer(response)
  const headers = Object.entries(response.headersDistinct)
    .filter(([name]) => !OWN.has(name))
    .flatMap(([name, values = []]) => values.flatMap((value) => [name, value]))
  return { headers: [...headers, 'content-length', String(body.length)], body }
}

/** node:http, unlike fetch, does not decompress the body. */
function fetchAs(encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(page, { headers: { 'accept-encoding': encoding } }, (response) => {
      resolve(read(response))
    }).on('error', reject)
  })
}

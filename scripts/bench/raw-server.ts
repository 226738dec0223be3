// A plain node:http server that sends the same headers and bytes as the site. Takes the URL of a page and prints its
// own URL. `/br`, `/gzip` and `/identity` return the page in that encoding. With `--few-headers` it sends the page as a
// server would that only keeps what React rendered.
import { createServer } from 'node:http'
import { fetchAnswer } from './fetch-answer.ts'

const FEW = new Set(['content-type', 'content-encoding', 'content-length'])

const [page = '', option] = process.argv.slice(2)
const answers = new Map<string, { headers: string[]; body: Buffer }>()
for (const encoding of ['br', 'gzip', 'identity']) {
  const { headers, body } = await fetchAnswer(page, encoding)
  const sent = option === '--few-headers' ? headers.filter(([name]) => FEW.has(name)) : headers
  answers.set(`/${encoding}`, { headers: sent.flat(), body })
}

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) response.writeHead(200, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  console.log(`http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`)
})

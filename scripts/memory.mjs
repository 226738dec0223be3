/**
 * How Node.js runs the server, here and in Dockerfile and deploy/: half the memory under load, because less garbage waits to be
 * collected and threads share their heaps.
 */
export const memory = { flags: ['--max-semi-space-size=4'], environment: { MALLOC_ARENA_MAX: '2' } }

/**
 * How Node.js runs the server, here and in Dockerfile and deploy/: two thirds of the memory, because less garbage waits to be
 * collected, threads share their heaps, and freed memory goes back to the system at once (bytes; glibc would raise the threshold
 * to 64 MiB while the embedded database starts).
 */
export const memory = {
  flags: ['--max-semi-space-size=4'],
  environment: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '65536' },
}

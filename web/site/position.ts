/** 34.2257 → `34.2257° N`. */
export function formatLatitude(degrees: number): string {
  return `${Math.abs(degrees)}° ${degrees < 0 ? 'S' : 'N'}`
}

/** -77.9447 → `77.9447° W`. */
export function formatLongitude(degrees: number): string {
  return `${Math.abs(degrees)}° ${degrees < 0 ? 'W' : 'E'}`
}

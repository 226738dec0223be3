/** A path on a 20-unit grid, drawn as a line; decoration only, the words beside it carry the meaning. */
export function LineDrawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

interface DrawnCurveProps {
  src: string
  width: number
  height: number
  className?: string
}

/** A curve that draws itself from left to right, once, when most of it is in view (`web/enhance/enhance.ts`). */
export function DrawnCurve({ className = '', ...rest }: DrawnCurveProps) {
  return <img {...rest} className={`curve ${className}`.trim()} alt="" loading="lazy" />
}

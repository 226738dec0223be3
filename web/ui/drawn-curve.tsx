import { useRef } from 'react'
import { useOnceInView } from './use-once-in-view.ts'

interface DrawnCurveProps {
  src: string
  width: number
  height: number
  className?: string
}

/** A curve that draws itself from left to right, once, when most of it is in view. */
export function DrawnCurve({ className = '', ...rest }: DrawnCurveProps) {
  const curve = useRef<HTMLImageElement>(null)
  useOnceInView(curve, 0.4)
  return <img {...rest} ref={curve} className={`curve ${className}`.trim()} alt="" loading="lazy" />
}

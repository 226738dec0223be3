import type { ComponentProps } from 'react'
import { useOnceInView } from './use-once-in-view.ts'

/**
 * A section whose parts fade and slide in, one after the other, once a tenth of it has come into view. Without scripts and with
 * reduced motion it is simply there.
 */
export function Reveal({ className = '', ...rest }: ComponentProps<'section'>) {
  const section = useOnceInView<HTMLElement>(0.1)
  return <section {...rest} ref={section} className={`reveal ${className}`.trim()} />
}

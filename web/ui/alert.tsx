import { useEffect, useRef, type ReactNode } from 'react'

/** A failure, in place and in words. It takes the focus when it appears; give it a key to let it appear anew. */
export function Alert({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="alert" role="alert" tabIndex={-1}>
      {children}
    </div>
  )
}

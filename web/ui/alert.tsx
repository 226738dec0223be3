import { useEffect, useRef, type ReactNode } from 'react'

/** An error message. Takes the focus when it appears, on public pages by `web/enhance/enhance.ts`; change its key to show it again. */
export function Alert({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="alert" role="alert" tabIndex={-1} data-takes-focus="">
      {children}
    </div>
  )
}

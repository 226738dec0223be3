import { useRef, type ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
  /** While something is under way, further submits are ignored. */
  busy: boolean
  onSend: (data: FormData, form: HTMLFormElement) => void
}

/** A form that a script sends. The browser checks its fields; what was typed stays whatever comes of it. */
export function Form({ busy, onSend, ...rest }: FormProps) {
  const underWay = useRef(false)
  return (
    <form
      {...rest}
      // Should a script fail, what was typed must not end up in the address.
      method="post"
      onInvalidCapture={({ target, currentTarget }) => {
        // The browser scrolls to the first such control and leaves its label outside.
        const first = currentTarget.querySelector(':invalid:not(fieldset)')
        if (target === first)
          first.closest('.field')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || underWay.current) return
        underWay.current = true
        try {
          onSend(new FormData(event.currentTarget), event.currentTarget)
        } finally {
          // `busy` arrives by a timer that sending has set, so before this one; presses come before both.
          setTimeout(() => {
            underWay.current = false
          })
        }
      }}
    />
  )
}

/** What a text field of a form holds. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

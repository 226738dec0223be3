import { useRef, type ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
  /** While busy, further submits are ignored. */
  busy: boolean
  onSend: (data: FormData, form: HTMLFormElement) => void
}

/** A form submitted by script. The browser validates its fields, which show what is wrong. Their values survive a failure. */
export function Form({ busy, onSend, ...rest }: FormProps) {
  const underWay = useRef(false)
  return (
    <form
      {...rest}
      // If a script fails, values must not end up in the URL.
      method="post"
      onInvalidCapture={({ target, currentTarget }) => {
        const first = currentTarget.querySelector<HTMLElement>(':invalid:not(fieldset)')
        // Later: what hides the control may show it first.
        if (target === first) setTimeout(() => focusWithLabel(first))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || underWay.current) return
        underWay.current = true
        try {
          onSend(new FormData(event.currentTarget), event.currentTarget)
        } finally {
          // `busy` is set by an earlier timer; a double click comes before both.
          setTimeout(() => {
            underWay.current = false
          })
        }
      }}
    />
  )
}

/** The browser would scroll to the control without its label. */
function focusWithLabel(control: HTMLElement): void {
  control.focus()
  control.closest('.field')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** Text of a form field. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
  /** While something is under way, further submits are ignored. */
  busy: boolean
  onSend: (data: FormData, form: HTMLFormElement) => void
}

/** A form that a script sends. The browser checks its fields; what was typed stays whatever comes of it. */
export function Form({ busy, onSend, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      // Should a script fail, what was typed must not end up in the address.
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend(new FormData(event.currentTarget), event.currentTarget)
      }}
    />
  )
}

/** What a text field of a form holds. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

import { isTyping } from './is-typing.ts'

/**
 * As `ref` of the first field of a form that a press opens: the field takes the focus. A form may come a moment after the
 * press; whoever types somewhere else by then stays there.
 */
export function firstField(field: HTMLElement | null) {
  if (!isTyping(document.activeElement)) field?.focus()
}

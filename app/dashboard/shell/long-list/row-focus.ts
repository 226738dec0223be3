import type { KeyboardEvent } from 'react'

/** A row that has the focus stays, however far the list is scrolled. */
export function placeOf(target: EventTarget): number[] {
  const row = target instanceof HTMLElement ? target.closest('li') : null
  return row ? [Number(row.ariaPosInSet) - 1] : []
}

/** Arrow keys go from a button to the same one of the row above or below. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (!(target instanceof HTMLButtonElement) || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  const row = target.closest('li')
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelectorAll('button')[buttonPlace(target)]
  if (!button) return
  event.preventDefault()
  button.focus()
}

/** Which of the buttons of its row this is; -1 for what is no button. */
export function buttonPlace(target: EventTarget): number {
  if (!(target instanceof HTMLButtonElement)) return -1
  return [...(target.closest('li')?.querySelectorAll('button') ?? [])].indexOf(target)
}

import { useLayoutEffect } from 'react'

/** Runs `onEscape` on Escape, unless a confirmation or a search field takes it. */
export function useEscape(onEscape: () => void): void {
  // A layout effect: Escape works as soon as the content is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !isHandledElsewhere(event)) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onEscape])
}

function isHandledElsewhere({ defaultPrevented, target }: KeyboardEvent): boolean {
  const searching = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return (
    defaultPrevented ||
    searching ||
    document.querySelector('[role=alertdialog], [role=dialog], [role=menu]') !== null
  )
}

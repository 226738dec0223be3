const OPENS_ITSELF = 'command' in HTMLButtonElement.prototype

/** A click on the scrim closes a dialog. Browsers without invoker commands open one by its button here. */
export function pressDialog({ target }: MouseEvent): void {
  if (target instanceof HTMLDialogElement && target.matches('.dialog')) target.close()
  const button = target instanceof Element && !OPENS_ITSELF ? target.closest('[commandfor]') : null
  const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
}

/** Closes what would still be open when the visitor comes back, and the menu when the window outgrows it. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
}

export function closeMenuOnWideScreens(): void {
  const menu = document.querySelector<HTMLDialogElement>('dialog#menu')
  matchMedia('(min-width: 768px)').addEventListener('change', () => menu?.close())
}

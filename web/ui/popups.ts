import { onDemand } from './on-demand.ts'

/** Menus and dialogs, with the code that places them and keeps the focus in them. Not needed for the first screen. */
export const popups = onDemand(async () => ({
  ...(await import('./menu-popup.tsx')),
  ...(await import('./confirm-popup.tsx')),
  ...(await import('./modal-popup.tsx')),
}))

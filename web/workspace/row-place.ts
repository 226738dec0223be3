/** A control in a row of a list: the row by its number from 0, the control counted from the end of its row, the last being 1. */
export interface RowPlace {
  row: number
  fromEnd: number
}

const ROWS = 'li[aria-posinset]'
/** A row may say which of its controls opens it; otherwise that is the first. */
const OPENER = '[data-opens-row]'

export function controlsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('a[href], button')]
}

export function findPlace(target: EventTarget): RowPlace | null {
  if (!(target instanceof HTMLElement)) return null
  const row = target.closest<HTMLElement>(ROWS)
  const controls = row ? controlsOf(row) : []
  const at = controls.indexOf(target)
  return row === null || at === -1 ? null : { row: rowNumber(row), fromEnd: controls.length - at }
}

/** The control at a place; in a row with fewer of them the first. Nothing while the row is not there or not read yet. */
export function findControl(list: HTMLElement, { row, fromEnd }: RowPlace): HTMLElement | undefined {
  const found = rowsOf(list).find((each) => rowNumber(each) === row)
  const controls = found ? controlsOf(found) : []
  return controls.at(-fromEnd) ?? controls[0]
}

/** The control that opens the first row in sight. */
export function findFirstOpener(list: HTMLElement): HTMLElement | undefined {
  const top =
    list.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(list).scrollPaddingTop || '0')
  const rows = rowsOf(list).filter((row) => controlsOf(row).length > 0)
  const row = rows.find((each) => each.getBoundingClientRect().bottom > top) ?? rows[0]
  return row ? (row.querySelector<HTMLElement>(OPENER) ?? controlsOf(row)[0]) : undefined
}

export function findLastRow(list: HTMLElement): number | undefined {
  const last = rowsOf(list).at(-1)
  return last ? rowNumber(last) : undefined
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(ROWS)]
}

function rowNumber(row: HTMLElement): number {
  return Number(row.ariaPosInSet) - 1
}

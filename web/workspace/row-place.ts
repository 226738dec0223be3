/** Position of a control in a list: row index from 0, and the control counted from the end of its row, starting at 1. */
export interface RowPlace {
  row: number
  fromEnd: number
}

/** Items of a virtualized list, or rows of a table. */
export const ROWS = 'li[aria-posinset], tbody > tr'
/** `aria-rowindex` of the first row below the headings. */
export const FIRST_TABLE_ROW = 2
/** A row may mark the control that opens it; the default is the first. */
const OPENER = '[data-opens-row]'
const CONTROLS = ':is(a[href], button, input)'

/** Without those that a style sheet hides at this width. */
export function listControls(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility())
}

/** Leaves only one control of the list in the tab order. */
export function setTabStop(list: HTMLElement, stop: HTMLElement | undefined): void {
  for (const control of list.querySelectorAll<HTMLElement>(`:is(${ROWS}) ${CONTROLS}`)) {
    const tabIndex = control === stop ? 0 : -1
    // Setting the same again would have the browser compute its style.
    if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
  }
}

export function findPlace(target: EventTarget): RowPlace | null {
  if (!(target instanceof HTMLElement)) return null
  const row = target.closest<HTMLElement>(ROWS)
  const controls = row ? listControls(row) : []
  const at = controls.indexOf(target)
  return row === null || at === -1 ? null : { row: rowNumber(row), fromEnd: controls.length - at }
}

/** The control at a position, or the first in a shorter row. Undefined while the row is not rendered or loaded. */
export function findControl(list: HTMLElement, { row, fromEnd }: RowPlace): HTMLElement | undefined {
  const found = listRows(list).find((each) => rowNumber(each) === row)
  const controls = found ? listControls(found) : []
  return controls.at(-fromEnd) ?? controls[0]
}

/** The control that opens the first visible row. */
export function findFirstOpener(list: HTMLElement): HTMLElement | undefined {
  const top =
    list.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(list).scrollPaddingTop || '0')
  const rows = listRows(list)
  const hasControls = (row: HTMLElement) => listControls(row).length > 0
  // The place first: looking for controls has the browser compute the styles of a row out of sight.
  const row =
    rows.find((each) => each.getBoundingClientRect().bottom > top && hasControls(each)) ??
    rows.find(hasControls)
  return row ? (row.querySelector<HTMLElement>(OPENER) ?? listControls(row)[0]) : undefined
}

export function findLastRow(list: HTMLElement): number | undefined {
  const last = listRows(list).at(-1)
  return last ? rowNumber(last) : undefined
}

function listRows(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(ROWS)]
}

function rowNumber(row: HTMLElement): number {
  if (row.ariaPosInSet !== null) return Number(row.ariaPosInSet) - 1
  // A table that shows all its rows does not number them.
  return row.ariaRowIndex === null && row instanceof HTMLTableRowElement
    ? row.sectionRowIndex
    : Number(row.ariaRowIndex) - FIRST_TABLE_ROW
}

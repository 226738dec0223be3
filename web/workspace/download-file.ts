/** Excel needs the mark to detect UTF-8, and reading a response as text strips it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads a CSV text. */
export function saveCsv(text: string, fileName: string): void {
  saveFile(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }), fileName)
}

/** Downloads a JSON text. */
export function saveJson(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), fileName)
}

/** A browser may begin to read the file long after the click, and reads nothing once its address is gone. */
const ADDRESS_MS = 60_000

/** Downloads a file. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS)
}

/** Excel reads UTF-8 only behind this mark, and reading an answer as text takes it away. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Hands a CSV text to the browser as a download. */
export function saveCsv(text: string, fileName: string): void {
  save(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }), fileName)
}

/** Hands a JSON text to the browser as a download. */
export function saveJson(text: string, fileName: string): void {
  save(new Blob([text], { type: 'application/json' }), fileName)
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

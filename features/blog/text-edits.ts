/** The text of a field and its selection, from `start` to `end`. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** A replacement in a text, and the selection after it. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** Wraps the selection in a mark, or removes the mark if it is there. */
export function toggleMark({ text, start, end }: Selected, mark: string, placeholder: string): Edit {
  const { length } = mark
  if (text.slice(Math.max(0, start - length), start) === mark && text.slice(end, end + length) === mark) {
    const words = text.slice(start, end)
    return { from: start - length, to: end + length, insert: words, start: start - length, end: end - length }
  }
  const words = text.slice(start, end).trim() || placeholder
  const lead = text.slice(start, end).length - text.slice(start, end).trimStart().length
  const from = text.slice(start, end).trim() ? start + lead : start
  const to = text.slice(start, end).trim() ? from + words.length : end
  return { from, to, insert: mark + words + mark, start: from + length, end: from + length + words.length }
}

/** Turns the selection into a link, and selects its address for typing. */
export function insertLink({ text, start, end }: Selected): Edit {
  const words = text.slice(start, end).trim() || 'link text'
  const address = 'https://'
  const at = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](${address})`, start: at, end: at + address.length }
}

/** Placeholder for a missing picture description. */
export const UNDESCRIBED = 'Describe the picture'

/** Puts a picture on a separate line, after the one in which the selection ends, and selects its description for typing. */
export function insertPicture({ text, end }: Selected, address: string): Edit {
  const lineEnd = text.indexOf('\n', end)
  const at = lineEnd === -1 ? text.length : lineEnd
  const before = text.slice(0, at)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const rest = text.slice(at)
  const after = rest === '' || rest.startsWith('\n\n') ? '' : '\n'
  const start = at + gap.length + 2
  return {
    from: at,
    to: at,
    insert: `${gap}![${UNDESCRIBED}](${address})${after}`,
    start,
    end: start + UNDESCRIBED.length,
  }
}

/** A mark at the start of lines: heading, bullet or number. */
export type LineMark = '## ' | '### ' | '- ' | '1. '

const MARKED = /^(#{1,3}\s+|[•*-]\s+|\d{1,3}\.\s+)/

/** Sets or replaces the mark of every selected line; removes it if all lines have it. */
export function toggleLines({ text, start, end }: Selected, mark: LineMark): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const numbered = mark === '1. '
  const has = (line: string) => (numbered ? /^\d{1,3}\.\s/.test(line) : line.startsWith(mark))
  const all =
    lines.every((line) => line.trim() === '' || has(line)) && lines.some((line) => line.trim() !== '')
  let number = 0
  const changed = lines.map((line) => {
    const bare = line.replace(MARKED, '')
    if (all || (line.trim() === '' && lines.length > 1)) return bare
    number += 1
    return (numbered ? `${number}. ` : mark) + bare
  })
  const insert = changed.join('\n')
  return { from, to, insert, start: from + (lines.length > 1 ? 0 : insert.length), end: from + insert.length }
}

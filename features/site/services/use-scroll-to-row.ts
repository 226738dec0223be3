import { useEffect, useRef } from 'react'

const DELAY_MS = 300
const OFFSET_PX = 100

/** Brings a row that was just opened into view, once the row that closed for it has let the page settle. */
export function useScrollToRow(): (row: HTMLElement) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (row) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => scrollTo(row), DELAY_MS)
  }
}

function scrollTo(row: HTMLElement) {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({
    top: row.getBoundingClientRect().top + window.scrollY - OFFSET_PX,
    behavior: reduced ? 'instant' : 'smooth',
  })
}

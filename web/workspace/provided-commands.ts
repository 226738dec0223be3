import { useEffect, useRef, useSyncExternalStore } from 'react'
import { personName } from '../ui/full-name.ts'
import type { Command } from './commands.ts'

/** Places of the parts that provide commands, in the order of the palette. */
const places = ['list', 'composer', 'line', 'owner', 'booking', 'person'] as const
type Place = (typeof places)[number]

const provided = new Set<{ place: Place; list: () => readonly Command[] }>()
const changed = new EventTarget()
const tell = () => changed.dispatchEvent(new Event('change'))

/** Adds commands to the palette and the keyboard while the component is mounted. */
export function useProvidedCommands(place: Place, commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
    tell()
  })
  useEffect(() => {
    const part = { place, list: () => latest.current }
    provided.add(part)
    tell()
    return () => {
      provided.delete(part)
      tell()
    }
  }, [place])
}

/** Renders again when other commands are provided, so that an open palette has those of parts that load later. */
export function useProvidedChanges(): void {
  useSyncExternalStore(watch, nameProvided)
}

function watch(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}

function nameProvided(): string {
  return listProvidedCommands()
    .map(({ label, group }) => `${group}: ${label}`)
    .join('\n')
}

/** The commands of the parts on screen. */
export function listProvidedCommands(): Command[] {
  return [...provided]
    .toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place))
    .flatMap(({ list }) => list())
}

/** Heading of the commands for one person. */
export function nameCommandGroup(person: { first_name: string; last_name: string }): string {
  return `For ${personName(person)}`
}

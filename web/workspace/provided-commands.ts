import { useEffect, useRef } from 'react'
import { personName } from '../ui/full-name.ts'
import type { Command } from './commands.ts'

const provided = new Set<() => readonly Command[]>()

/** Adds commands to the palette and the keyboard while the component is mounted. */
export function useProvidedCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const list = () => latest.current
    provided.add(list)
    return () => {
      provided.delete(list)
    }
  }, [])
}

/** The commands of what is on screen, those of the newest part first. */
export function listProvidedCommands(): Command[] {
  return [...provided].toReversed().flatMap((list) => list())
}

/** Heading of the commands for one person. */
export function nameCommandGroup(person: { first_name: string; last_name: string }): string {
  return `For ${personName(person)}`
}

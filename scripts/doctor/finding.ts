import { databaseFacts, type DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import type { Secrets } from '../../server/secrets.ts'

/** One line of the report: the subject, its state, and what to do. */
export interface Finding {
  about: string
  /** `attention`: works, but the owner should know. `broken`: part of the site does not work. */
  state: 'ok' | 'attention' | 'broken'
  says: string
  todo?: string
}

export function ok(about: string, says: string): Finding {
  return { about, state: 'ok', says }
}

export function attention(about: string, says: string, todo: string): Finding {
  return { about, state: 'attention', says, todo }
}

export function broken(about: string, says: string, todo: string): Finding {
  return { about, state: 'broken', says, todo }
}

/** `1 table`, `3 tables`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const PATIENCE_MS = 10_000

/** Requests a URL; null if there is no response in time. */
export async function ask(
  address: string,
  init: RequestInit = {},
): Promise<{ status: number; date: string | null; text: string } | null> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, date: response.headers.get('date'), text: await response.text() }
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return null
    throw error
  }
}

/** The database facts of the running server; null if it cannot return them. */
export async function factsFromServer(
  origin: string,
  { serviceRoleKey }: Secrets,
): Promise<DatabaseFacts | null> {
  const answer = await ask(`${origin}/functions/v1/describe-database`, {
    headers: { apikey: serviceRoleKey },
  })
  return answer?.status === 200 ? databaseFacts.parse(JSON.parse(answer.text)) : null
}

import type { ImportedFields } from './contact-import.ts'

/** Remembers who stands in which row of a file, to notice people who stand there twice. */
export class FilePeople {
  readonly #matchPhone: boolean
  readonly #emails = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly #contacts = new Map<string, number>()

  constructor(matchPhone: boolean) {
    this.#matchPhone = matchPhone
  }

  /**
   * The row in which this person, or the contact they are, stood first; null, and remembered, where this is the first, however
   * often it is asked.
   */
  findEarlier(row: number, fields: ImportedFields, contactId: string | null): number | null {
    const email = fields.email?.toLowerCase() ?? ''
    const number = this.#matchPhone ? (fields.phone_e164 ?? '') : ''
    const earlier =
      this.#emails.get(email) ?? this.#contacts.get(contactId ?? '') ?? this.#numbers.get(number) ?? null
    const first = earlier ?? row
    if (email !== '' && !this.#emails.has(email)) this.#emails.set(email, first)
    if (number !== '' && !this.#numbers.has(number)) this.#numbers.set(number, first)
    if (contactId !== null && !this.#contacts.has(contactId)) this.#contacts.set(contactId, first)
    return first === row ? null : earlier
  }
}

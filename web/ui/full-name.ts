/** "Marta Ellis", or the only name given; empty without any. */
export function personName(person: { first_name: string | null; last_name: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ')
}

/** The name of an account, or its email address without a name. */
export function staffName(member: {
  email: string
  first_name: string | null
  last_name: string | null
}): string {
  return personName(member) || member.email
}

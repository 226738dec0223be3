/** "Marta Ellis", or the one name there is; blank where there is none. */
export function personName(person: { first_name: string | null; last_name: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ')
}

/** The name of somebody with an account, or the address of somebody without a name. */
export function staffName(member: {
  email: string
  first_name: string | null
  last_name: string | null
}): string {
  return personName(member) || member.email
}

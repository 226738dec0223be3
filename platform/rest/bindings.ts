/** Collects the values of one statement. Everything that came with the request ends up here, never in the text. */
export class Bindings {
  readonly values: string[] = []

  /** The placeholder for `value`, of type text; PostgreSQL reads it as `type` where one is given. */
  bind(value: string, type?: string): string {
    this.values.push(value)
    const placeholder = `$${this.values.length}::text`
    return type === undefined || type === 'text' ? placeholder : `${placeholder}::${type}`
  }
}

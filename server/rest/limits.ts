/** What one request may ask for. A row limit is applied silently, as the hosted service does; the rest is refused. */
export const LIMITS = {
  rows: 1000,
  filters: 50,
  groupDepth: 5,
  listValues: 500,
  selectItems: 200,
  embeds: 10,
  orderTerms: 10,
  urlCharacters: 16_384,
  bodyBytes: 1_048_576,
  bodyRows: 5000,
  bodyDepth: 64,
  statementTimeoutMs: 5000,
} as const

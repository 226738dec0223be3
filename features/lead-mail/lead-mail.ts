/** How staff receive mail about new leads. */
export const leadMailChoices = ['each', 'daily', 'none'] as const
export type LeadMail = (typeof leadMailChoices)[number]

export function isLeadMail(value: unknown): value is LeadMail {
  return leadMailChoices.some((choice) => choice === value)
}

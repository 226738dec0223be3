/** How staff receive mail about new leads. */
export const leadMailChoices = ['each', 'hourly', 'daily', 'none'] as const
export type LeadMail = (typeof leadMailChoices)[number]

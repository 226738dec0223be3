/** Where the carrier tells us things. The signature covers the query, so an id in it can be trusted. */
export function webhookAddress(
  siteUrl: string,
  name: 'message-status' | 'call-status' | 'dial-status',
  logId: string,
): string {
  return `${siteUrl}/functions/v1/phone-webhook/${name}?log=${logId}`
}

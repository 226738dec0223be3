/** Names of the Trusted Types policies that pages may create; the content security policy lists them. */
export const DATA_POLICY = 'structured-data'
export const ANALYTICS_POLICY = 'analytics-tag'

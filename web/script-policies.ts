/** Trusted Types policies that pages may create; listed in the content security policy. */
export const PUSH_POLICY = 'push-worker'
export const ANALYTICS_POLICY = 'analytics-tag'

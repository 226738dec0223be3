export const tabIds = ['crm', 'blog', 'notifications', 'payments'] as const
export type TabId = (typeof tabIds)[number]

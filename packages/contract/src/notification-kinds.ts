/** The kinds of in-store notifications. In a file without schemas, so that pages can use it without loading them. */
export const OWN_NOTIFICATIONS = ['release', 'refund', 'premium', 'answer', 'review', 'account'] as const
export const STAFF_NOTIFICATIONS = ['incident', 'request', 'dispute', 'ticket'] as const

export type OwnNotification = (typeof OWN_NOTIFICATIONS)[number]
export type StaffNotification = (typeof STAFF_NOTIFICATIONS)[number]
export type NotificationKind = OwnNotification | StaffNotification

/** A customer's own notifications, or an administrator's about the store. */
export type NotificationArea = 'own' | 'staff'

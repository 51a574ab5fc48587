/** What people are told inside the store. In a file without schemas. */
export const OWN_NOTIFICATIONS = ['release', 'refund', 'premium', 'answer', 'review'] as const
export const STAFF_NOTIFICATIONS = ['incident', 'request', 'dispute', 'ticket'] as const

export type OwnNotification = (typeof OWN_NOTIFICATIONS)[number]
export type StaffNotification = (typeof STAFF_NOTIFICATIONS)[number]
export type NotificationKind = OwnNotification | StaffNotification

/** A customer's own, or those of an administrator about the store. */
export type NotificationArea = 'own' | 'staff'

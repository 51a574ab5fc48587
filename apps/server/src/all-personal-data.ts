import { auditPersonalData } from '#features/audit/audit.personal-data.ts'
import { authPersonalData } from '#features/auth/auth.personal-data.ts'
import { cartPersonalData } from '#features/cart/cart.personal-data.ts'
import { chatPersonalData } from '#features/chat/chat.personal-data.ts'
import { compatibilityPersonalData } from '#features/compatibility/compatibility.personal-data.ts'
import { copiesPersonalData } from '#features/copies/copies.personal-data.ts'
import { invoicesPersonalData } from '#features/invoices/invoices.personal-data.ts'
import { legalPersonalData } from '#features/legal/legal.personal-data.ts'
import { lockerPersonalData } from '#features/locker/locker.personal-data.ts'
import { notificationsPersonalData } from '#features/notifications/notifications.personal-data.ts'
import { newsletterPersonalData } from '#features/newsletter/newsletter.personal-data.ts'
import { operationsPersonalData } from '#features/operations/operations.personal-data.ts'
import { ordersPersonalData } from '#features/orders/orders.personal-data.ts'
import { outboxPersonalData } from '#features/outbox/outbox.personal-data.ts'
import { reconciliationPersonalData } from '#features/reconciliation/reconciliation.personal-data.ts'
import { reviewsPersonalData } from '#features/reviews/reviews.personal-data.ts'
import { subscriptionsPersonalData } from '#features/subscriptions/subscriptions.personal-data.ts'
import { ticketsPersonalData } from '#features/tickets/tickets.personal-data.ts'
import { tracesPersonalData } from '#features/traces/traces.personal-data.ts'
import { uploadsPersonalData } from '#features/uploads/uploads.personal-data.ts'
import { userNotesPersonalData, usersPersonalData } from '#features/users/users.personal-data.ts'
import { wishlistPersonalData } from '#features/wishlist/wishlist.personal-data.ts'

/** All holders of personal data; a feature with a table that refers to a user adds a line here. */
export const PERSONAL_DATA = [
  authPersonalData,
  wishlistPersonalData,
  reviewsPersonalData,
  operationsPersonalData,
  auditPersonalData,
  chatPersonalData,
  legalPersonalData,
  tracesPersonalData,
  uploadsPersonalData,
  compatibilityPersonalData,
  ordersPersonalData,
  reconciliationPersonalData,
  invoicesPersonalData,
  subscriptionsPersonalData,
  lockerPersonalData,
  copiesPersonalData,
  ticketsPersonalData,
  cartPersonalData,
  outboxPersonalData,
  notificationsPersonalData,
  newsletterPersonalData,
  userNotesPersonalData,
  usersPersonalData,
]

import { accountMessages } from '#features/account/account.jobs.ts'
import { alertMessages } from '#features/alerts/alerts.jobs.ts'
import { announcementMessages } from '#features/announcements/announcements.jobs.ts'
import { authMessages } from '#features/auth/auth.jobs.ts'
import { mailMessages } from '#features/outbox/outbox.messages.ts'
import { subscriptionMessages } from '#features/subscriptions/subscriptions.jobs.ts'
import { ticketMessages } from '#features/tickets/tickets.jobs.ts'
import { usersMessages } from '#features/users/users.jobs.ts'
import { wishlistMessages } from '#features/wishlist/wishlist.jobs.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'

type Parts = Parameters<typeof mailMessages>[0] &
  Parameters<typeof alertMessages>[0] &
  Parameters<typeof announcementMessages>[0]

/** Everything that leaves the store for a person or a channel, except newsletters, which keep a row per recipient. */
export const allMessages = (parts: Parts): MessageHandlers => ({
  ...mailMessages(parts),
  ...authMessages(parts),
  ...accountMessages(parts),
  ...usersMessages(parts),
  ...subscriptionMessages(parts),
  ...ticketMessages(parts),
  ...wishlistMessages(parts),
  ...announcementMessages(parts),
  ...alertMessages(parts),
})

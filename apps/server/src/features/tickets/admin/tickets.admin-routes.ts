import { isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { ticketsAdminApi } from '@slipstream/contract/tickets-admin'
import { supportApi } from '@slipstream/contract/tickets-overview'
import { cannedRepliesApi } from '@slipstream/contract/tickets-replies'
import { trackersApi } from '@slipstream/contract/tickets-trackers'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { sendRefund } from '#features/orders/refund-order.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount, mountCsv } from '#lib/http/mount.ts'
import { readAttachment } from '../attachments.service.ts'
import { createCannedReply, editCannedReply, listCannedReplies, removeCannedReply } from './canned-replies.service.ts'
import { readFigures } from './desk-figures.service.ts'
import { mergeTicket, unmergeTicket } from './merge-tickets.service.ts'
import { exportTickets, listQueue } from './queue.service.ts'
import { readDeskTicket } from './read-desk-ticket.service.ts'
import {
  actOnTicket,
  actOnTickets,
  assignTicket,
  categorizeTicket,
  noteOnTicket,
  replyAsStaff,
  snoozeTicket,
} from './staff-acts.service.ts'
import { readOverview } from './support-overview.service.ts'
import { refundFromTicket, regrantFromTicket } from './ticket-money.service.ts'
import { createTracker, fixTracker, linkTickets, listTrackers, unlinkTicket } from './trackers.service.ts'

interface Parts extends PaymentParts {
  storage: Storage
  settings: LiveSettings
}

export const ticketsAdminRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, settings } = parts
  const change = async (id: number, work: (tx: Tx) => Promise<unknown>) => {
    await inTransaction(db, work)
    return readDeskTicket(db, id)
  }

  mount(app, ticketsAdminApi.list, ({ user, query: { after, limit, ...filters } }) =>
    listQueue(db, { filters, userId: user.id }, { after, limit }),
  )
  mountCsv(app, ticketsAdminApi.export, ({ user, query }) => exportTickets(db, { filters: query, userId: user.id }))
  mount(app, ticketsAdminApi.figures, ({ user }) => readFigures(db, user.id))
  mount(app, ticketsAdminApi.ticket, ({ params }) => readDeskTicket(db, params.id))

  mount(app, ticketsAdminApi.attachment, ({ params }) =>
    readAttachment(db, parts.storage, params.id, isNotNull(ticketAttachments.messageId)),
  )

  mount(app, ticketsAdminApi.reply, ({ user, params: { id }, body }) =>
    change(id, (tx) => replyAsStaff(tx, id, { ...body, by: user.id })),
  )
  mount(app, ticketsAdminApi.note, ({ user, params: { id }, body }) =>
    change(id, (tx) => noteOnTicket(tx, id, { ...body, by: user.id })),
  )
  mount(app, ticketsAdminApi.assign, ({ user, params: { id }, body }) =>
    change(id, (tx) => assignTicket(tx, id, user.id, body.assigneeId)),
  )
  mount(app, ticketsAdminApi.categorize, ({ user, params: { id }, body }) =>
    change(id, (tx) => categorizeTicket(tx, id, user.id, body.category)),
  )
  mount(app, ticketsAdminApi.act, ({ user, params: { id }, body }) =>
    change(id, (tx) => actOnTicket(tx, id, user.id, body.act)),
  )
  mount(app, ticketsAdminApi.actOnMany, async ({ user, body }) => ({
    changed: await inTransaction(db, (tx) => actOnTickets(tx, body.ids, user.id, body.act)),
  }))
  mount(app, ticketsAdminApi.snooze, ({ user, params: { id }, body: { until } }) =>
    change(id, (tx) => snoozeTicket(tx, id, user.id, until === null ? null : new Date(until))),
  )
  mount(app, ticketsAdminApi.merge, ({ user, params: { id }, body }) =>
    change(body.intoId, (tx) => mergeTicket(tx, id, body.intoId, user.id)),
  )
  mount(app, ticketsAdminApi.unmerge, ({ user, params: { id } }) => change(id, (tx) => unmergeTicket(tx, id, user.id)))

  mount(app, ticketsAdminApi.refund, async ({ user, params: { id }, body: { orderId, ...decision } }) => {
    const refundId = await inTransaction(db, (tx) => refundFromTicket(tx, id, orderId, { by: user.id, ...decision }))
    // The refund is decided; if Stripe is unreachable now, the queued job keeps retrying.
    const follow = (order: number) => fulfillOrder(parts, order)
    await sendRefund({ ...parts, follow }, refundId).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
    return readDeskTicket(db, id)
  })
  mount(app, ticketsAdminApi.regrant, ({ user, params: { id }, body: { modId, reason } }) =>
    change(id, (tx) => regrantFromTicket(tx, id, modId, { by: user.id, reason })),
  )

  mount(app, cannedRepliesApi.list, () => listCannedReplies(db))
  mount(app, cannedRepliesApi.create, ({ user, body }) =>
    inTransaction(db, (tx) => createCannedReply(tx, user.id, body)),
  )
  mount(app, cannedRepliesApi.edit, ({ user, params, body }) =>
    inTransaction(db, (tx) => editCannedReply(tx, user.id, params.id, body)),
  )
  mount(app, cannedRepliesApi.remove, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeCannedReply(tx, user.id, params.id))
    return null
  })

  mount(app, supportApi.overview, () => readOverview(db, settings.current().timeZone))

  mount(app, trackersApi.list, () => listTrackers(db))
  mount(app, trackersApi.create, ({ user, body }) => inTransaction(db, (tx) => createTracker(tx, user.id, body.title)))
  mount(app, trackersApi.link, ({ user, params, body }) =>
    inTransaction(db, (tx) => linkTickets(tx, user.id, params.id, body.ticketIds)),
  )
  mount(app, trackersApi.unlink, ({ user, params, body }) =>
    inTransaction(db, (tx) => unlinkTicket(tx, user.id, params.id, body.ticketId)),
  )
  mount(app, trackersApi.fix, ({ user, params, body }) =>
    inTransaction(db, (tx) => fixTracker(tx, user.id, params.id, body.body)),
  )
}

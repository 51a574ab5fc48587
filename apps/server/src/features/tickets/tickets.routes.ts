import type { FastifyInstance } from 'fastify'
import { type GuestLog, ticketsApi } from '@slipstream/contract/tickets'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import {
  addAttachment,
  offerAttachment,
  ofOwner,
  ofThread,
  readAttachment,
  removeAttachment,
} from './attachments.service.ts'
import {
  type Customer,
  ownTicket,
  rateTicket,
  reopenTicket,
  replyToTicket,
  solveTicket,
} from './customer-acts.service.ts'
import { keepGuestLog, type KeptLog } from './guest-log.ts'
import { readLinkedThread } from './guest.service.ts'
import { listOwnTickets } from './list-tickets.service.ts'
import { openGuestTicket, openTicket } from './open-ticket.service.ts'
import { readThread, threadIdOf } from './read-thread.service.ts'
import { readLink } from './ticket-links.service.ts'
import { openTicketLimits } from './ticket-limits.ts'

interface Parts {
  db: Db
  redis: RedisGateway
  storage: Storage
  auth: Pick<AuthParts, 'turnstile'>
}

/** The same for everybody, so that it reveals nothing about the address. */
const RECEIVED = 'Your message has arrived. If the address is right, check its inbox for a link to follow your ticket.'

export const ticketsRoutes = (app: FastifyInstance, parts: Parts) => {
  ownTicketRoutes(app, parts)
  attachmentRoutes(app, parts)
  guestRoutes(app, parts)
}

const ownTicketRoutes = (app: FastifyInstance, { db }: Parts) => {
  const read = (userId: number, id: number) => readThread(db, ownTicket(id, { userId }))
  const change = async (userId: number, id: number, act: (tx: Tx, customer: Customer) => Promise<unknown>) => {
    await inTransaction(db, (tx) => act(tx, { userId }))
    return read(userId, id)
  }

  mount(app, ticketsApi.list, ({ user, query }) => listOwnTickets(db, user.id, query.after))
  mount(app, ticketsApi.open, async ({ user, body }) => {
    const { id } = await inTransaction(db, (tx) => openTicket(tx, user.id, body))
    return read(user.id, id)
  })
  mount(app, ticketsApi.ticket, ({ user, params }) => read(user.id, params.id))
  mount(app, ticketsApi.reply, ({ user, params: { id }, body }) =>
    change(user.id, id, (tx, customer) => replyToTicket(tx, id, customer, body)),
  )
  mount(app, ticketsApi.solve, ({ user, params: { id } }) =>
    change(user.id, id, (tx, customer) => solveTicket(tx, id, customer)),
  )
  mount(app, ticketsApi.reopen, ({ user, params: { id } }) =>
    change(user.id, id, (tx, customer) => reopenTicket(tx, id, customer)),
  )
  mount(app, ticketsApi.rate, ({ user, params: { id }, body }) =>
    change(user.id, id, (tx, customer) => rateTicket(tx, id, customer, body)),
  )
}

const attachmentRoutes = (app: FastifyInstance, { db, storage }: Parts) => {
  mount(app, ticketsApi.offerAttachment, ({ user, body }) => offerAttachment(db, storage, user.id, body))
  mount(app, ticketsApi.addAttachment, ({ user, body }) => addAttachment(db, storage, user.id, body))
  mount(app, ticketsApi.attachment, ({ user, params: { id } }) => readAttachment(db, storage, id, ofOwner(user.id)))
  mount(app, ticketsApi.removeAttachment, async ({ user, params: { id } }) => {
    await inTransaction(db, (tx) => removeAttachment(tx, user.id, id))
    return done('The file was removed.')
  })
}

const guestRoutes = (app: FastifyInstance, { db, redis, storage, auth }: Parts) => {
  const limits = openTicketLimits(redis)
  const change = async (
    { token, ip, log }: { token: string; ip: string; log?: GuestLog | undefined },
    act: (tx: Tx, ticketId: number, customer: Customer, kept: KeptLog | undefined) => Promise<unknown>,
  ) => {
    await limitLinks(ip)
    const { ticketId } = await readLink(db, token)
    const kept = log && (await keep(ip, log))
    await inTransaction(db, (tx) => act(tx, ticketId, { guestOf: ticketId }, kept))
    return readLinkedThread(db, token)
  }
  const keep = (ip: string, log: GuestLog) => keepGuestLog({ storage, limits }, ip, log)
  const limitLinks = async (ip: string) => {
    if (!(await limits.mayOpenLink(ip))) throw new DomainError('request.too_many')
  }

  mount(app, ticketsApi.contact, async ({ request, body }) => {
    const { 'cf-turnstile-response': response, name, email, log, ...wanted } = body
    if (!(await limits.mayTry(request.ip))) throw new DomainError('tickets.too_many')
    await auth.turnstile.check({ response, ip: request.ip, action: 'contact' })
    if (!(await limits.mayWrite(email, request.ip))) throw new DomainError('tickets.too_many')
    const kept = log && (await keep(request.ip, log))
    await inTransaction(db, (tx) => openGuestTicket(tx, { name, email }, { ...wanted, log: kept }))
    return done(RECEIVED)
  })
  mount(app, ticketsApi.linkedTicket, async ({ request, body }) => {
    await limitLinks(request.ip)
    return readLinkedThread(db, body.token)
  })
  mount(app, ticketsApi.linkedReply, ({ request, body: { token, log, ...reply } }) =>
    change({ token, ip: request.ip, log }, (tx, id, customer, kept) =>
      replyToTicket(tx, id, customer, { ...reply, log: kept }),
    ),
  )
  mount(app, ticketsApi.linkedSolve, ({ request, body: { token } }) =>
    change({ token, ip: request.ip }, (tx, id, customer) => solveTicket(tx, id, customer)),
  )
  mount(app, ticketsApi.linkedRating, ({ request, body: { token, ...rating } }) =>
    change({ token, ip: request.ip }, (tx, id, customer) => rateTicket(tx, id, customer, rating)),
  )
  mount(app, ticketsApi.linkedAttachment, async ({ request, body: { token, attachmentId } }) => {
    await limitLinks(request.ip)
    const { ticketId } = await readLink(db, token)
    return readAttachment(db, storage, attachmentId, ofThread(await threadIdOf(db, ticketId)))
  })
}

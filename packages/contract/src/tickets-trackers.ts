import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { OperationView } from './operations.ts'
import { filledText, text } from './text.ts'
import { TICKET_LIMITS } from './ticket-terms.ts'

/** A known problem that many tickets are about, such as a game update that breaks a mod. */
export const Tracker = z.object({
  id: Id,
  title: z.string(),
  /** Tickets that are linked and not solved. */
  waiting: z.int(),
  tickets: z.int(),
  createdAt: z.iso.datetime(),
  /** Null while the problem is open. */
  fixedAt: z.nullable(z.iso.datetime()),
})
export type Tracker = z.output<typeof Tracker>

export const trackersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/trackers',
    summary: 'List the known problems, open ones first',
    access: 'admin',
    response: z.array(Tracker),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/trackers',
    summary: 'Add a known problem',
    access: 'admin',
    needsProof: 'no: tickets',
    body: z.strictObject({ title: filledText(120) }),
    response: Tracker,
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/admin/trackers/:id/tickets',
    summary: 'Link tickets to a known problem; a ticket has one at most',
    access: 'admin',
    needsProof: 'no: tickets',
    params: idParams,
    body: z.strictObject({ ticketIds: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    response: Tracker,
    errors: ['tracker.not_found', 'tracker.fixed', 'tickets.not_found'],
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/api/admin/trackers/:id/unlink',
    summary: 'Unlink a ticket from a known problem',
    access: 'admin',
    needsProof: 'no: tickets',
    params: idParams,
    body: z.strictObject({ ticketId: Id }),
    response: Tracker,
    errors: ['tracker.not_found', 'tickets.not_found'],
  }),
  fix: endpoint({
    method: 'POST',
    path: '/api/admin/trackers/:id/fix',
    summary: 'Answer and solve every linked ticket in the background',
    access: 'admin',
    needsProof: 'no: tickets',
    params: idParams,
    body: z.strictObject({ body: text(TICKET_LIMITS.body, { min: 1, multiline: true }) }),
    response: OperationView,
    errors: ['tracker.not_found', 'tracker.fixed', 'operation.running'],
  }),
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { filledText, text } from './text.ts'
import { TICKET_LIMITS } from './ticket-terms.ts'

/** A reply that staff members insert with a few keys. Its variables are filled in from the ticket. */
export const CannedReply = z.object({ id: Id, title: z.string(), body: z.string() })
export type CannedReply = z.output<typeof CannedReply>

const CannedReplyForm = z.strictObject({
  title: filledText(60),
  body: text(TICKET_LIMITS.body, { min: 1, multiline: true }),
})
export type CannedReplyForm = z.output<typeof CannedReplyForm>

export const cannedRepliesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/canned-replies',
    summary: 'List the canned replies by title',
    access: 'admin',
    response: z.array(CannedReply),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/canned-replies',
    summary: 'Add a canned reply',
    access: 'admin',
    needsProof: 'no: tickets',
    body: CannedReplyForm,
    response: CannedReply,
    errors: ['canned_reply.too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/canned-replies/:id',
    summary: 'Change a canned reply',
    access: 'admin',
    needsProof: 'no: tickets',
    params: idParams,
    body: CannedReplyForm,
    response: CannedReply,
    errors: ['canned_reply.not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/canned-replies/:id',
    summary: 'Remove a canned reply',
    access: 'admin',
    needsProof: 'no: tickets',
    params: idParams,
    response: z.null(),
  }),
}

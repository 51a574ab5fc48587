import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HELD_KINDS } from './outbox-kinds.ts'

const HeldMessages = z.object({
  kind: z.enum(HELD_KINDS),
  heldAt: z.iso.datetime(),
  /** What waited when it was held. Most of it went out after the backup was made. */
  fromBackup: z.int(),
  /** What has been added since. */
  since: z.int(),
  /** How much of what waited can be discarded here; newsletters and planned publications have their own pages. */
  discardable: z.int(),
})
export type HeldMessages = z.output<typeof HeldMessages>

const HeldList = z.object({ held: z.array(HeldMessages) })

const params = z.strictObject({ kind: z.enum(HELD_KINDS) })

export const outboxApi = {
  held: endpoint({
    method: 'GET',
    path: '/api/admin/outbox',
    summary: 'List what a restored store holds back, by kind; empty in a store that holds nothing',
    access: 'admin',
    response: HeldList,
    errors: [],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/admin/outbox/:kind/release',
    summary: 'Send what is held of this kind, and hold it no longer',
    access: 'admin',
    needsProof: true,
    params,
    response: HeldList,
    errors: [],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/api/admin/outbox/:kind/discard',
    summary: 'Withdraw what waited of this kind when it was held; the kind stays held',
    access: 'admin',
    needsProof: true,
    params,
    response: HeldList,
    errors: [],
  }),
}

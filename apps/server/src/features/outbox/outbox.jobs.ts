import type { MessageKind } from '@slipstream/contract/outbox-kinds'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { goOnReleasing } from './held-messages.service.ts'
import { sendMessage, type SendParts } from './send-message.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'outbox.send': { id: number }
    'outbox.send_bulk': { id: number }
    'outbox.release': { kind: MessageKind; afterId: number }
  }
}

type OutboxJob = 'outbox.send' | 'outbox.send_bulk' | 'outbox.release'

export const outboxJobs = (parts: SendParts): JobHandlers<OutboxJob> => ({
  'outbox.send': ({ id }, job) => sendMessage(parts, id, job),
  'outbox.send_bulk': ({ id }, job) => sendMessage(parts, id, job),
  'outbox.release': (step) => goOnReleasing(parts.db, step),
})

export const OUTBOX_SCHEDULE: JobSchedule<OutboxJob> = {
  'outbox.send': { lane: 'mail' },
  'outbox.send_bulk': { lane: 'long' },
}

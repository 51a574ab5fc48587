import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SupportOverview } from '@slipstream/contract/tickets-overview'
import type { CannedReply } from '@slipstream/contract/tickets-replies'
import type { Tracker } from '@slipstream/contract/tickets-trackers'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTicketDesk } from '#testing/ticket-desk.ts'

const store = await openEmptiedStore()
const desk = openTicketDesk(store)

test('[ROUTE-15] the support overview shows the queue, the answer times and the ratings', async () => {
  const [answered, open] = [await desk.open(), await desk.open({ subject: 'Still open' })]
  const later = await desk.open({ subject: 'Not urgent' })
  await store.db.execute(sql`update tickets set created_at = now() - interval '5 hours' where id = ${answered.id}`)
  await desk.reply(answered.id, { after: 'solved' })
  await desk.customer().call('POST', `/api/tickets/${answered.id}/rating`, { rating: 4, comment: '' })
  await store.db.execute(sql`update tickets set due_at = now() - interval '1 hour' where id = ${open.id}`)
  const overview = await desk.ask<SupportOverview>('GET', '/api/admin/support/overview')
  expect(overview).toMatchObject({
    now: { late: 1, soon: 0, later: 1, waiting: 0, snoozed: 0 },
    next: [{ id: open.id, subject: 'Still open' }, { id: later.id }],
    period: {
      opened: 3,
      firstAnswer: { count: 1, median: 300, p90: 300 },
      solution: { count: 1, median: 300 },
      ratings: { count: 1, average: 4 },
    },
    before: { opened: 0, firstAnswer: { count: 0, median: null } },
  })
  expect(overview.load.flat().reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(overview.load.map((hours) => hours.length)).toEqual(Array(7).fill(24))
})

test('[OWN-13] one answer to a known problem reaches every linked ticket once, and closes them', async () => {
  const ids = [(await desk.open()).id, (await desk.open({ subject: 'Crash' })).id]
  const other = await desk.open({ subject: 'Not about it' })
  const { id } = await desk.ask<Tracker>('POST', '/api/admin/trackers', { title: 'Senko crashes since 0.37' })
  const linked = await desk.ask<Tracker>('POST', `/api/admin/trackers/${id}/tickets`, { ticketIds: ids })
  expect(linked).toMatchObject({ waiting: 2, tickets: 2, fixedAt: null })
  await desk.ask('POST', `/api/admin/trackers/${id}/fix`, { body: 'Version 2.3.1 fixes it.' })
  await runJobs(store)
  await runJobs(store)
  for (const ticketId of ids) {
    const ticket = await desk.read(ticketId)
    expect(ticket).toMatchObject({ status: 'solved', tracker: { id } })
    expect(ticket.messages.filter(({ body }) => body === 'Version 2.3.1 fixes it.')).toHaveLength(1)
  }
  expect(await desk.read(other.id)).toMatchObject({ status: 'open' })
  const again = await desk.maren().call('POST', `/api/admin/trackers/${id}/tickets`, { ticketIds: [other.id] })
  expect(again.json()).toMatchObject({ code: 'tracker.fixed' })
  const mails = await readMailbox(desk.customer().row.email ?? '')
  expect(mails.filter(({ subject }) => subject.includes('Not about it'))).toEqual([])
})

test('[OWN-12] canned replies are added, edited and removed', async () => {
  const words = { title: 'Refund done', body: 'Hi {{username}}, {{amount}} is on its way.' }
  const { id } = await desk.ask<CannedReply>('POST', '/api/admin/canned-replies', words)
  await desk.ask('PATCH', `/api/admin/canned-replies/${id}`, { ...words, title: 'Refund sent' })
  expect(await desk.ask<CannedReply[]>('GET', '/api/admin/canned-replies')).toEqual([
    { id, ...words, title: 'Refund sent' },
  ])
  await desk.ask('DELETE', `/api/admin/canned-replies/${id}`)
  await desk.ask('DELETE', `/api/admin/canned-replies/${id}`)
  expect(await desk.ask<CannedReply[]>('GET', '/api/admin/canned-replies')).toEqual([])
})

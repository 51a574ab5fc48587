import { randomUUID } from 'node:crypto'
import { beforeEach, expect } from 'vitest'
import type { DeskTicket, QueueRow } from '@slipstream/contract/tickets-admin'
import type { TicketThread } from '@slipstream/contract/tickets'
import { type Buyer, newBuyer } from './buying-store.ts'
import type { TestStore } from './test-store.ts'

/** Two staff members and a customer, new ones in each test. */
export const openTicketDesk = (store: Pick<TestStore, 'app' | 'db'>) => {
  let [maren, idris, customer]: [Buyer?, Buyer?, Buyer?] = []
  beforeEach(async () => {
    maren = await newBuyer(store, [], { isAdmin: true })
    idris = await newBuyer(store, [], { isAdmin: true })
    customer = await newBuyer(store, [])
  })
  const someone = (person: Buyer | undefined): Buyer => {
    if (!person) throw new Error('nobody is signed in yet')
    return person
  }
  const ask = async <Answer = DeskTicket>(...[method, url, body]: Parameters<Buyer['call']>) => {
    const answer = await someone(maren).call(method, url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Answer>()
  }
  const replyBody = (lastMessageId: number | null, changes: object = {}) => ({
    body: 'Remove the old angle kit and try again.',
    clientKey: randomUUID(),
    lastMessageId,
    after: 'waiting',
    ...changes,
  })
  return {
    maren: () => someone(maren),
    idris: () => someone(idris),
    customer: () => someone(customer),
    /** As the first staff member; fails if it is refused. */
    ask,
    read: (id: number) => ask('GET', `/api/admin/tickets/${id}`),
    replyBody,
    queue: async (query = '') => (await ask<{ items: QueueRow[] }>('GET', `/api/admin/tickets?${query}`)).items,
    /** Opened through the API by the customer, or by another person. */
    open: async (changes: object = {}, person = someone(customer)) => {
      const body = {
        subject: 'Senko crashes the game on load',
        body: 'The game closes while it loads the Senko.',
        category: 'mod',
        clientKey: randomUUID(),
        ...changes,
      }
      const answer = await person.call('POST', '/api/tickets', body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<TicketThread>()
    },
    reply: async (id: number, changes: object = {}) => {
      const { lastMessageId } = await ask('GET', `/api/admin/tickets/${id}`)
      return ask('POST', `/api/admin/tickets/${id}/reply`, replyBody(lastMessageId, changes))
    },
    act: (id: number, act: string) => ask('POST', `/api/admin/tickets/${id}/act`, { act }),
    write: async (id: number, body = 'Same crash.') => {
      const answer = await someone(customer).call('POST', `/api/tickets/${id}/messages`, {
        body,
        clientKey: randomUUID(),
      })
      expect(answer.statusCode, answer.body).toBe(200)
    },
  }
}

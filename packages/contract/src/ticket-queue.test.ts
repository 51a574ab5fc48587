import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from './durations.ts'
import { compareInQueue, queueGroup } from './ticket-queue.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const ticket = (id: number, dueIn: number | null, isPremium = false) => ({
  id,
  dueAt: dueIn === null ? null : NOW + dueIn,
  isPremium,
})

test('[LEGAL-06] the queue shows late tickets, then those due within two hours, then the rest, Premium first in each', () => {
  const tickets = [
    ticket(1, null, true),
    ticket(2, 30 * HOUR_MS),
    ticket(3, 40 * HOUR_MS, true),
    ticket(4, MINUTE_MS),
    ticket(5, HOUR_MS, true),
    ticket(6, -3 * HOUR_MS),
    ticket(7, -MINUTE_MS, true),
    ticket(8, -5 * HOUR_MS),
  ]
  expect(tickets.toSorted(compareInQueue(NOW)).map(({ id }) => id)).toEqual([7, 8, 6, 5, 4, 3, 2, 1])
})

test('a ticket is late one millisecond after its due time', () => {
  expect(queueGroup(NOW, NOW)).toBe('soon')
  expect(queueGroup(NOW - 1, NOW)).toBe('late')
  expect(queueGroup(NOW + 2 * HOUR_MS, NOW)).toBe('soon')
  expect(queueGroup(NOW + 2 * HOUR_MS + 1, NOW)).toBe('later')
})

test('[LEGAL-06] Premium changes the order within a group of the queue but never the group', () => {
  for (let minutes = -300; minutes <= 300; minutes += 7) {
    for (let other = -300; other <= 300; other += 11) {
      const [member, guest] = [ticket(2, minutes * MINUTE_MS, true), ticket(1, other * MINUTE_MS)]
      const order = compareInQueue(NOW)(member, guest)
      if (queueGroup(member.dueAt, NOW) === queueGroup(guest.dueAt, NOW)) expect(order).toBeLessThan(0)
      else expect(Math.sign(order)).toBe(Math.sign(minutes - other))
    }
  }
})

import { DAY_MS, HOUR_MS } from './durations.ts'

/** The part of a ticket's history that moves its clocks. Other kinds of events do not matter here. */
export interface ClockEvent {
  kind: string
  /** Milliseconds since 1970. Response times count in wall-clock hours, so no time zone is involved. */
  at: number
}

export interface TicketClock {
  /** Ended: nothing is owed. Paused: the ticket waits for the customer, or it is closed. */
  state: 'running' | 'paused' | 'ended'
  /** When a running clock runs out; null for the others. */
  dueAt: number | null
  /** True once it ran out. A late answer does not undo that. */
  isMissed: boolean
}

/** Our own target: the policies promise only when we answer. Time spent waiting for the customer does not count. */
export const SOLUTION_TARGET_MS = 7 * DAY_MS

interface Watch {
  limit: number
  isOn: boolean
  spent: number
  isMissed: boolean
}

interface Tally {
  at: number
  status: 'open' | 'waiting' | 'solved'
  isSpam: boolean
  isMerged: boolean
  hasAnswer: boolean
  first: Watch
  next: Watch
  solution: Watch
}

const off = (limit: number): Watch => ({ limit, isOn: false, spent: 0, isMissed: false })

const isRunning = ({ status, isSpam, isMerged }: Tally) => status === 'open' && !isSpam && !isMerged

const watchesOf = ({ first, next, solution }: Tally) => [first, next, solution]

const advance = (tally: Tally, at: number) => {
  if (isRunning(tally)) {
    for (const watch of watchesOf(tally)) {
      if (!watch.isOn) continue
      watch.spent += at - tally.at
      if (watch.spent > watch.limit) watch.isMissed = true
    }
  }
  tally.at = at
}

const STEPS: Record<string, (tally: Tally) => void> = {
  opened: (tally) => {
    tally.first.isOn = true
    tally.solution.isOn = true
  },
  customer_wrote: (tally) => {
    tally.status = 'open'
    tally.solution.isOn = true
    // Until the first answer, the first clock covers every message. After it, the oldest unanswered message counts.
    if (!tally.hasAnswer || tally.next.isOn) return
    tally.next.isOn = true
    tally.next.spent = 0
  },
  staff_answered: (tally) => {
    tally.hasAnswer = true
    tally.first.isOn = false
    tally.next.isOn = false
  },
  no_answer_needed: (tally) => {
    tally.next.isOn = false
  },
  waiting: (tally) => {
    tally.status = 'waiting'
  },
  solved: (tally) => {
    tally.status = 'solved'
    tally.next.isOn = false
    tally.solution.isOn = false
  },
  reopened: (tally) => {
    tally.status = 'open'
    tally.solution.isOn = true
  },
  spam: (tally) => {
    tally.isSpam = true
  },
  not_spam: (tally) => {
    tally.isSpam = false
  },
  merged: (tally) => {
    tally.isMerged = true
  },
  unmerged: (tally) => {
    tally.isMerged = false
  },
}

const replay = (events: readonly ClockEvent[], responseHours: number): Tally => {
  const answerMs = responseHours * HOUR_MS
  const tally: Tally = {
    at: events[0]?.at ?? 0,
    status: 'open',
    isSpam: false,
    isMerged: false,
    hasAnswer: false,
    first: off(answerMs),
    next: off(answerMs),
    solution: off(SOLUTION_TARGET_MS),
  }
  for (const { kind, at } of events) {
    advance(tally, at)
    STEPS[kind]?.(tally)
  }
  return tally
}

const dueOf = (tally: Tally, { isOn, limit, spent }: Watch) =>
  isOn && isRunning(tally) ? tally.at + limit - spent : null

/**
 * First answer, next answer and solution, computed from the events in the order they happened. Only answers by people
 * are events; an automatic acknowledgment is not.
 */
export const ticketClocks = (events: readonly ClockEvent[], responseHours: number, now: number) => {
  const tally = replay(events, responseHours)
  advance(tally, Math.max(now, tally.at))
  const clockOf = (watch: Watch): TicketClock => {
    const dueAt = dueOf(tally, watch)
    const paused = watch.isOn ? 'paused' : 'ended'
    return { state: dueAt === null ? paused : 'running', dueAt, isMissed: watch.isMissed }
  }
  return { first: clockOf(tally.first), next: clockOf(tally.next), solution: clockOf(tally.solution) }
}

/** The earliest due time of the running clocks; null if nothing is owed. It changes only when an event happens. */
export const ticketDueAt = (events: readonly ClockEvent[], responseHours: number): number | null => {
  const tally = replay(events, responseHours)
  const due = watchesOf(tally).flatMap((watch) => dueOf(tally, watch) ?? [])
  return due.length === 0 ? null : Math.min(...due)
}

import { DAY_MS } from '@slipstream/contract/durations'
import type { ReviewSignal } from '@slipstream/contract/review-terms'

const LINK = /https?:\/\/|\bwww\.|\b[\w-]{2,}\.(?:com|net|org|io|gg|ru|me|to|shop|store|xyz|link|site|online)\b/i
const NEW_ACCOUNT_DAYS = 7

interface Facts {
  title: string
  body: string
  createdAt: Date
  isRefunded: boolean
  isRepeated: boolean
  openReports: number
  accountCreatedAt: Date | null
}

/** Draws the moderator's attention to facts, whatever the number of stars. A person decides. */
export const signalsOf = (facts: Facts): ReviewSignal[] => {
  const { title, body, createdAt, accountCreatedAt } = facts
  const holds: Record<ReviewSignal, boolean> = {
    links: LINK.test(`${title} ${body}`),
    repeated: facts.isRepeated,
    refunded: facts.isRefunded,
    new_account:
      accountCreatedAt !== null && createdAt.getTime() - accountCreatedAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS,
    reported: facts.openReports > 0,
  }
  return (Object.keys(holds) as ReviewSignal[]).filter((signal) => holds[signal])
}

import { AlarmClock, Clock } from 'lucide-react'
import { DUE_SOON_MS } from '@slipstream/contract/ticket-queue'
import { cx } from '#ui/cx.ts'
import { dueWords } from '#ui/duration-words.ts'

const toneOf = (left: number) => {
  if (left < 0) return 'text-destructive'
  return left <= DUE_SOON_MS ? 'text-warning' : 'text-muted'
}

/** The time left, in words: muted, a warning below two hours, red when late. */
export const DueClock = ({ dueAt, now }: { dueAt: string; now: number }) => {
  const left = Date.parse(dueAt) - now
  const Icon = left < 0 ? AlarmClock : Clock
  return (
    <span className={cx('num inline-flex items-center gap-1 text-caption font-medium whitespace-nowrap', toneOf(left))}>
      <Icon className="size-3.5" aria-hidden="true" />
      {dueWords(dueAt, now)}
    </span>
  )
}

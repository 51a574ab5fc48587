import { useCalendarDay } from '#lib/visitor-dates.ts'

interface CalendarDayProps {
  at: string
  /** Without the year. */
  isShort?: boolean
  className?: string
}

/** A calendar day, also on server-rendered pages. */
export const CalendarDay = ({ at, isShort = false, className }: CalendarDayProps) => (
  <time dateTime={at.slice(0, 10)} className={className}>
    {useCalendarDay(at, isShort)}
  </time>
)

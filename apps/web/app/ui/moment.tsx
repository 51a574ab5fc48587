const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const minuteThisYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const formatFor = (at: Date, isDay: boolean) => {
  if (isDay) return day
  return at.getFullYear() === new Date().getFullYear() ? minuteThisYear : minute
}

/** In the viewer's time zone, so only for content rendered in the browser. */
export const Moment = ({ at, isDay = false }: { at: string; isDay?: boolean }) => {
  const date = new Date(at)
  return (
    <time dateTime={at} className="num">
      {formatFor(date, isDay).format(date)}
    </time>
  )
}

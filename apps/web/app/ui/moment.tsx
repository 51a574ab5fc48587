import { dateText } from '#lib/dates.ts'

const formatFor = (at: string, isDay: boolean) => {
  if (isDay) return 'day'
  return new Date(at).getFullYear() === new Date().getFullYear() ? 'shortMoment' : 'moment'
}

/** In the viewer's time zone, so only for content rendered in the browser. A dash for a time that is not known. */
export const Moment = ({ at, isDay = false }: { at: string; isDay?: boolean }) =>
  at === '' ? (
    '–'
  ) : (
    <time dateTime={at} className="num">
      {dateText(formatFor(at, isDay), at)}
    </time>
  )

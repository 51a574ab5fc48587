import { SUPPORT_PERIOD_DAYS } from '@slipstream/contract/ticket-terms'
import { countText, plural } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The busiest hour, in words; null without messages. */
const busiest = (load: readonly (readonly number[])[]) => {
  const most = Math.max(...load.flat())
  if (most <= 0) return null
  const day = load.findIndex((hours) => hours.includes(most))
  const hour = load[day]?.indexOf(most) ?? 0
  return `Busiest: ${DAYS[day]}, ${hourWords(hour)}, ${plural(most, 'message')}`
}

interface LoadHeatmapProps {
  load: readonly (readonly number[])[]
  timeZone: string
}

/** When customers write. A table, so that every cell can be read without colors. */
export const LoadHeatmap = ({ load, timeZone }: LoadHeatmapProps) => {
  const most = Math.max(1, ...load.flat())
  return (
    <Card
      title="When customers write"
      description={`Messages of the last ${SUPPORT_PERIOD_DAYS} days by hour, ${timeZone}. ${busiest(load) ?? 'No messages yet.'}`}
    >
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label="Messages by day and hour">
        <table className="w-full min-w-2xl table-fixed border-separate border-spacing-0.5 text-caption">
          <thead>
            <tr>
              <th scope="col" className="w-12">
                <span className="sr-only">Day</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="num pb-1 text-center font-normal text-muted">
                  <span aria-hidden="true">{hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}</span>
                  <span className="sr-only">{hourWords(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((day, place) => (
              <tr key={day}>
                <th scope="row" className="text-start font-normal text-muted">
                  <abbr title={day} className="no-underline">
                    {day.slice(0, 3)}
                  </abbr>
                </th>
                {HOURS.map((hour) => {
                  const count = load[place]?.[hour] ?? 0
                  return (
                    <td
                      key={hour}
                      title={`${day} ${hourWords(hour)}: ${countText(count)}`}
                      className="h-7 rounded-sm bg-raised p-0 text-center"
                      style={{
                        background:
                          count > 0
                            ? `color-mix(in oklab, var(--info) ${Math.round(15 + (count / most) * 60)}%, var(--card))`
                            : undefined,
                      }}
                    >
                      <span className="sr-only">{countText(count)}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

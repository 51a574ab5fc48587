import { CalendarClock } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { ANNOUNCED_MS, type MaintenanceWindow } from '@slipstream/contract/maintenance'
import { Moment } from '#ui/moment.tsx'

const never = () => () => undefined

/** Times are in the visitor's time zone, which only the browser knows. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Announces a planned window before it begins. The status poll removes it when the window is over or canceled. */
export const PlannedMaintenance = ({ planned }: { planned: MaintenanceWindow }) => {
  const isInBrowser = useIsInBrowser()
  if (!isInBrowser) return null
  const left = Date.parse(planned.from) - Date.now()
  if (left <= 0 || left > ANNOUNCED_MS) return null
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex w-fit items-start gap-2.5 rounded-2xl border border-info/60 bg-popover px-4 py-2.5 text-small shadow-float"
    >
      <CalendarClock className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
      <span>
        Planned maintenance: <Moment at={planned.from} /> to <Moment at={planned.to} />. {planned.message}
      </span>
    </p>
  )
}

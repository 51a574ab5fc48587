import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import { useDashboard } from './dashboard.queries.ts'

/** The store's clock when the figures were read. Its days decide what "today" means, wherever the reader is. */
export const StoreTime = ({ days }: { days: DashboardDays }) => {
  const { data } = useDashboard(days)
  if (!data) return 'Figures of the store, by its own clock.'
  const at = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: data.timeZone,
  })
  return `${at.format(new Date(data.at))}, store time (${data.timeZone})`
}

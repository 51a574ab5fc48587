import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import { dateText } from '#lib/dates.ts'
import { useDashboard, useFirstFigures } from './dashboard.queries.ts'

/** The store's clock when the figures were read. Its days decide what "today" means, wherever the reader is. */
export const StoreTime = ({ days }: { days: DashboardDays }) => {
  const { data } = useDashboard(days)
  const { isComing } = useFirstFigures(days)
  if (isComing || !data) return 'Figures of the store, in its own time zone.'
  return `${dateText('longMoment', data.at, data.timeZone)}, store time (${data.timeZone})`
}

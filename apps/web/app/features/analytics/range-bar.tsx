import { useState } from 'react'
import { COMPARISONS, LONGEST_REPORT_DAYS, REPORT_DAYS, type ReportDays } from '@slipstream/contract/analytics-terms'
import { DAY_MS } from '@slipstream/contract/durations'
import { Link } from '#lib/link.ts'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import type { RangeFilters } from './use-report-range.ts'

const LENGTHS: Record<ReportDays, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'Year' }
const USUAL_DAYS = '30'

const COMPARISON_WORDS = {
  previous: 'Compare with the days before',
  year: 'Compare with a year ago',
  none: 'Do not compare',
}

interface RangeBarProps {
  filters: RangeFilters
  /** The days shown, once they are known. */
  shown: { from: string; to: string } | undefined
}

/** Chooses the days of a report and what they are compared with. The choice is kept in the URL. */
export const RangeBar = ({ filters, shown }: RangeBarProps) => {
  const { days, from, to, compare } = filters.values
  const isOwnRange = from !== '' && to !== ''
  // The URL contains a custom range before the report has loaded.
  const range = isOwnRange ? { from, to } : shown
  const addressOf = (length: ReportDays) => {
    const words = new URLSearchParams({ ...(length !== USUAL_DAYS && { days: length }), ...(compare && { compare }) })
    return `?${words.toString()}` as const
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <NavTabs label="Range" variant="segmented">
        {REPORT_DAYS.map((length) => (
          <NavTab key={length} variant="segmented" isCurrent={!isOwnRange && length === (days || USUAL_DAYS)}>
            <Link to={{ search: addressOf(length) }} preventScrollReset>
              {LENGTHS[length]}
            </Link>
          </NavTab>
        ))}
      </NavTabs>
      <OwnRange shown={range} onChoose={(chosen) => filters.set({ ...chosen, days: '' })} />
      <NativeSelect
        aria-label="Comparison"
        size="sm"
        options={COMPARISONS.map((value) => ({ value, label: COMPARISON_WORDS[value] }))}
        value={compare || 'previous'}
        onValueChange={(value) => filters.set({ compare: value === 'previous' ? '' : value })}
      />
    </div>
  )
}

interface OwnRangeProps {
  shown: RangeBarProps['shown']
  onChoose: (range: { from: string; to: string }) => void
}

const problemOf = (from: string, to: string) => {
  if (!from || !to) return 'Choose both days.'
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) return 'The last day is before the first.'
  return days > LONGEST_REPORT_DAYS ? `At most ${LONGEST_REPORT_DAYS} days.` : null
}

const daysOf = (shown: OwnRangeProps['shown']) => ({ from: shown?.from ?? '', to: shown?.to ?? '' })

const OwnRange = ({ shown, onChoose }: OwnRangeProps) => {
  const address = `${shown?.from} ${shown?.to}`
  const [followed, setFollowed] = useState(address)
  const [range, setRange] = useState(daysOf(shown))
  const [problem, setProblem] = useState<string | null>(null)
  // A new range from elsewhere replaces the typed one. The fields stay mounted and keep the focus.
  if (address !== followed) {
    setFollowed(address)
    setRange(daysOf(shown))
    setProblem(null)
  }
  const change = (part: Partial<typeof range>) => {
    const next = { ...range, ...part }
    setRange(next)
    const wrong = problemOf(next.from, next.to)
    setProblem(wrong)
    if (wrong === null) onChoose(next)
  }
  return (
    <div className="text-small text-muted max-sm:w-full">
      <div className="flex items-center gap-2">
        <DayInput label="First day" value={range.from} onChange={(from) => change({ from })} />
        <span>to</span>
        <DayInput label="Last day" value={range.to} onChange={(to) => change({ to })} />
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-destructive">
          {problem}
        </p>
      )}
    </div>
  )
}

const DayInput = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <Input
    type="date"
    size="sm"
    aria-label={label}
    className="num max-sm:min-w-0 max-sm:flex-1"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

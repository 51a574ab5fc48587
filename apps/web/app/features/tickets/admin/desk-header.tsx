import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { TICKET_CATEGORIES, TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { DeskFigures } from '@slipstream/contract/tickets-admin'
import { Link } from '#lib/link.ts'
import { ExportLink } from '#ui/export-link.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import type { Filters } from '#ui/use-filters.ts'
import { type FILTER_NAMES, type queryOf, TABS } from './desk-filters.ts'
import { durationWords } from '#ui/duration-words.ts'

type FilterName = (typeof FILTER_NAMES)[number]

interface DeskHeaderProps {
  figures: DeskFigures
  filters: Filters<FilterName>
  query: ReturnType<typeof queryOf>
}

export const DeskHeader = ({ figures: { counts, firstAnswer, staff }, filters, query }: DeskHeaderProps) => {
  const [isOpen, setOpen] = useState(false)
  const chosen = (['category', 'premium', 'late'] as const).filter((name) => filters.values[name]).length
  return (
    <header className="shrink-0 border-b">
      <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5 max-md:px-4">
        <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-baseline gap-x-3">
          <h1 className="text-title">Ticket panel</h1>
          <p className="num text-small text-muted">
            {upTo(counts.queue)} open,{' '}
            <span className={counts.late > 0 ? 'font-medium text-destructive' : ''}>{upTo(counts.late)} late</span>
            {firstAnswer.medianMinutes !== null && `, first answer ${minutesWords(firstAnswer.medianMinutes)}`}
            {firstAnswer.medianMinutes !== null &&
              firstAnswer.beforeMinutes !== null &&
              ` (was ${minutesWords(firstAnswer.beforeMinutes)})`}
          </p>
        </div>
        <NavTabs label="Views" variant="segmented">
          {TABS.map(({ label, search, count, isCurrent }) => (
            <NavTab key={label} variant="segmented" isCurrent={isCurrent(filters.values)}>
              <Link to={{ search }}>
                {label}
                {count && <span className="num ms-1.5 font-normal">{upTo(counts[count])}</span>}
              </Link>
            </NavTab>
          ))}
        </NavTabs>
        <IconButton
          label={chosen > 0 ? `Filters, ${chosen} active` : 'Filters'}
          variant="outline"
          size="icon-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className={chosen > 0 ? 'text-primary' : ''} />
        </IconButton>
      </div>
      {isOpen && (
        <div className="flex flex-wrap items-center gap-2 px-5 pb-3 max-md:px-4">
          {selects(staff).map(({ name, label, options }) => (
            <NativeSelect
              key={name}
              size="sm"
              aria-label={label}
              options={options}
              value={name === 'view' && filters.values.view === 'queue' ? '' : filters.values[name]}
              onValueChange={(value) => filters.set({ [name]: value })}
            />
          ))}
          <span className="sm:ml-auto">
            <ExportLink to="/api/admin/tickets/export" query={query} />
          </span>
        </div>
      )}
    </header>
  )
}

interface Select {
  name: FilterName
  label: string
  options: { value: string; label: string }[]
}

const selects = (staff: DeskFigures['staff']): Select[] => [
  {
    name: 'category',
    label: 'Category',
    options: [
      { value: '', label: 'Any category' },
      ...TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY_LABELS[value] })),
    ],
  },
  {
    name: 'assignee',
    label: 'Assigned to',
    options: [
      { value: '', label: 'Anybody' },
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Nobody' },
      ...staff.map(({ username }) => ({ value: username, label: username })),
    ],
  },
  {
    name: 'view',
    label: 'Status',
    options: [
      { value: '', label: 'Open' },
      { value: 'waiting', label: 'Waiting for customer' },
      { value: 'snoozed', label: 'Snoozed' },
      { value: 'solved', label: 'Closed' },
      { value: 'spam', label: 'Spam' },
    ],
  },
  {
    name: 'premium',
    label: 'Customers',
    options: [
      { value: '', label: 'All customers' },
      { value: 'true', label: 'Premium only' },
    ],
  },
  {
    name: 'late',
    label: 'Due',
    options: [
      { value: '', label: 'Any due time' },
      { value: 'true', label: 'Late only' },
    ],
  },
]

const COUNTED_TO = 1_000
const upTo = (count: number) => (count >= COUNTED_TO ? '999+' : String(count))
const minutesWords = (minutes: number) => durationWords(minutes * 60_000)

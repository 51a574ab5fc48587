import { History } from 'lucide-react'
import { useMemo } from 'react'
import type { AuditEntry, AuditSubject } from '@slipstream/contract/audit'
import { DAY_MS } from '@slipstream/contract/durations'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import type { Column } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { type AuditQueryInput, CHANGES_AT_A_TIME, useAuditLog } from './audit.queries.ts'
import { ChangeDetails } from './change-details.tsx'

const SUBJECTS: Record<AuditSubject, string> = {
  mod: 'Mod',
  release: 'Release',
  upload: 'Upload',
  category: 'Category',
  featured: 'Featured mods',
  compatibility: 'Compatibility',
  order: 'Order',
  coupon: 'Coupon',
  plan: 'Subscription plan',
  entitlement: 'Owned mod',
  user: 'Account',
  ticket: 'Ticket',
  subscription: 'Subscription',
  'canned reply': 'Canned reply',
  tracker: 'Known problem',
  review: 'Review',
  announcement: 'Announcement',
  passkey: 'Passkey',
  settings: 'Settings',
  task: 'Developer task',
  operation: 'Operation',
  outbox: 'Outgoing messages',
  backup: 'Backup',
  trace: 'Trace',
  job: 'Job',
  export: 'Export',
  webhook: 'Webhook',
  room: 'Chat room',
  'team category': 'Team category',
  'team member': 'Team member',
  newsletter: 'Newsletter',
  'mail suppression': 'Suppressed address',
  'mail template': 'Mail template',
  'legal text': 'Legal text',
}

const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    header: 'What',
    cell: ({ action, subject, subjectName }) => (
      <span className="block py-1.5">
        <span className="block first-letter:uppercase">{action}</span>
        <span className="block text-small font-normal text-muted wrap-anywhere">
          {[SUBJECTS[subject], subjectName].filter((word, place, all) => all.indexOf(word) === place).join(': ')}
        </span>
      </span>
    ),
  },
  { key: 'changes', header: 'Changes', cell: (entry) => <ChangeDetails entry={entry} /> },
  { key: 'who', header: 'Who', cell: ({ actorName }) => actorName },
  { key: 'when', header: 'When', isNumeric: true, cell: ({ at }) => <Moment at={at} /> },
]

/** All audit entries, newest first. */
export const AuditLog = () => {
  const filters = useFilters(['q', 'of', 'who', 'days'])
  const { q, of: subject, who, days } = filters.values
  const query = useMemo(() => queryOf({ q, subject, who, days }), [q, subject, who, days])
  const { list, changes } = useAuditLog(query)
  const isNarrowed = Object.values(filters.values).some(Boolean)
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search the log', placeholder: 'Search by name' }}
        selects={[
          {
            name: 'of',
            label: 'Type',
            any: 'Everything',
            options: Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
          },
          { name: 'who', label: 'Who', any: 'Anyone', options: actorsIn(changes) },
          { name: 'days', label: 'When', any: 'Any time', options: PERIODS },
        ]}
        isPending={list.isPlaceholderData}
      >
        <ExportLink to="/api/admin/audit/export" query={query} />
      </FilterBar>
      <DataTable
        caption="Changes"
        query={list}
        failure="The log could not be loaded."
        columns={COLUMNS}
        rows={changes}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<History />}
            title={isNarrowed ? 'No changes match these filters' : 'No changes yet'}
            description={isNarrowed ? undefined : 'Every change an administrator makes is recorded here.'}
          />
        }
        step={CHANGES_AT_A_TIME}
      />
    </div>
  )
}

/** Parses the filters in the URL and ignores invalid values. */
const queryOf = ({ q, subject, who, days }: Record<'q' | 'subject' | 'who' | 'days', string>): AuditQueryInput => ({
  ...(q && { q }),
  ...(subject in SUBJECTS && { subject: subject as AuditSubject }),
  ...(/^\d{1,9}$/.test(who) && { actorId: who }),
  ...(PERIODS.some(({ value }) => value === days) && {
    from: new Date(Date.now() - Number(days) * DAY_MS).toISOString(),
  }),
})

/** The actors among the loaded entries. */
const actorsIn = (changes: readonly AuditEntry[]) =>
  [
    ...new Map(changes.flatMap(({ actorId, actorName }) => (actorId === null ? [] : [[actorId, actorName] as const]))),
  ].map(([id, label]) => ({ value: String(id), label }))

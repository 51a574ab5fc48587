import { RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CleanupPlan, DueData } from '@slipstream/contract/cleanup'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCleanupPlan, useStartCleanup } from './cleanup.queries.ts'

const sumOf = ({ rules }: CleanupPlan) => rules.reduce((sum, { count }) => sum + count, 0)

/** The retention periods, and what is older than them. `progress` shows a running cleanup. */
export const Cleanup = ({ progress }: { progress: ReactNode }) => {
  const query = useCleanupPlan()
  const plan = query.data
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ui text-muted">
          {plan ? (
            <>
              Dry run of <Moment at={plan.at} />: nothing has been deleted.
            </>
          ) : (
            'Counting what is older than its period…'
          )}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="outline" isLoading={query.isFetching} onClick={() => void query.refetch()}>
            <RotateCw aria-hidden="true" />
            Run dry run again
          </Button>
          {plan && <StartButton plan={plan} />}
        </div>
      </div>
      {progress}
      <DataTable
        query={query}
        failure="The dry run failed."
        caption="Retention periods and what is due"
        rows={plan?.rules ?? []}
        rowKey={({ name }) => name}
        columns={COLUMNS}
      />
      {plan?.last && <Last last={plan.last} rules={plan.rules} />}
    </>
  )
}

const StartButton = ({ plan }: { plan: CleanupPlan }) => {
  const start = useStartCleanup()
  const due = sumOf(plan)
  if (due === 0) return null
  return (
    <ConfirmDialog
      title={`Remove ${plural(due, 'record')}?`}
      description="This removes exactly what the dry run shows, for good. The same happens every night without you."
      confirmLabel="Remove"
      failureText={failureText}
      onConfirm={() => start.mutateAsync(plan.at)}
      trigger={
        <Button variant="outline">
          <Trash2 aria-hidden="true" />
          Remove {countText(due)} now
        </Button>
      }
    />
  )
}

const Last = ({ last, rules }: { last: NonNullable<CleanupPlan['last']>; rules: readonly DueData[] }) => {
  const removed = rules.filter(({ name }) => (last.removed[name] ?? 0) > 0)
  return (
    <Notice
      tone="info"
      title={
        <>
          The last cleanup ended <Moment at={last.finishedAt} />
        </>
      }
    >
      {removed.length === 0
        ? 'Nothing was due.'
        : removed.map(({ name, what }) => `${what}: ${countText(last.removed[name] ?? 0)}`).join('\u00a0· ')}
    </Notice>
  )
}

const COLUMNS: readonly Column<DueData>[] = [
  {
    key: 'what',
    card: 'title',
    header: 'Data',
    cell: ({ what, fate }) => (
      <>
        <span className="font-medium">{what}</span>
        <span className="block text-small text-muted">are {fate}</span>
      </>
    ),
  },
  { key: 'period', header: 'Kept for', cell: ({ period }) => <span className="num">{period}</span> },
  {
    key: 'examples',
    header: 'Examples',
    cell: ({ examples }) =>
      examples.length === 0 ? (
        <span className="text-subtle">None</span>
      ) : (
        <ul className="text-small text-muted">
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      ),
  },
  { key: 'count', header: 'Due', isNumeric: true, card: 'status', cell: ({ count }) => countText(count) },
]

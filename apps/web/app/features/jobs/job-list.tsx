import { ListChecks, RotateCw } from 'lucide-react'
import type { QueuedJob } from '@slipstream/contract/jobs'
import { JOB_STATES, type JobState } from '@slipstream/contract/job-states'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useFilters } from '#ui/use-filters.ts'
import { JOBS_AT_A_TIME, useJobs, useRetryJob } from './jobs.queries.ts'

const STATES: Record<JobState, { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'neutral' },
  dead: { label: 'Failed for good', tone: 'destructive' },
}

const isState = (value: string): value is JobState => (JOB_STATES as readonly string[]).includes(value)

/** The jobs of the queue that have not succeeded yet, newest first. */
export const JobList = () => {
  const filters = useFilters(['state'])
  const { state } = filters.values
  const { list, first, items } = useJobs(isState(state) ? state : undefined)
  const dead = first?.dead ?? 0
  return (
    <div className="flex flex-col gap-4">
      {dead > 0 && state !== 'dead' && (
        <Notice
          tone="destructive"
          title={`${plural(dead, 'job')} failed for good`}
          actions={
            <Button size="sm" variant="outline" onClick={() => filters.set({ state: 'dead' })}>
              Show
            </Button>
          }
        >
          They used up their attempts and wait for a person to retry them.
        </Notice>
      )}
      <FilterBar
        filters={filters}
        selects={[
          {
            name: 'state',
            label: 'State',
            any: 'Any state',
            options: JOB_STATES.map((value) => ({ value, label: STATES[value].label })),
          },
        ]}
        isPending={list.isPlaceholderData}
      >
        <Button variant="outline" size="sm" isLoading={list.isFetching} onClick={() => void list.refetch()}>
          <RotateCw aria-hidden="true" />
          Reload
        </Button>
      </FilterBar>
      <DataTable
        caption="Jobs"
        query={list}
        failure="The jobs could not be loaded."
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<ListChecks />}
            title={isState(state) ? 'No jobs match these filters' : 'The queue is empty'}
            description={isState(state) ? undefined : 'Jobs disappear from the list when they have succeeded.'}
          />
        }
        step={JOBS_AT_A_TIME}
      />
    </div>
  )
}

const COLUMNS: readonly Column<QueuedJob>[] = [
  {
    key: 'name',
    header: 'Job',
    card: 'title',
    cell: ({ name, lastError }) => (
      <span className="block py-1.5">
        <code className="block font-mono text-small wrap-anywhere">{name}</code>
        {lastError && <span className="block text-small font-normal wrap-anywhere text-destructive">{lastError}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'status',
    cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].label}</Status>,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    isNumeric: true,
    card: 'labeled',
    cell: ({ attempts, mostAttempts }) => `${attempts} of ${mostAttempts}`,
  },
  {
    key: 'queued',
    header: 'Queued',
    card: 'labeled',
    hideBelow: 'lg',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    key: 'next',
    header: 'Next run',
    card: 'labeled',
    cell: ({ state, runAt }) =>
      state === 'scheduled' ? <Moment at={runAt} /> : <span className="text-subtle">–</span>,
  },
  {
    key: 'retry',
    header: 'Retry',
    isHeaderHidden: true,
    card: 'action',
    cell: (job) => job.state === 'dead' && <RetryButton job={job} />,
  },
]

const RetryButton = ({ job: { id, name, mostAttempts } }: { job: QueuedJob }) => {
  const retry = useRetryJob()
  return (
    <ConfirmDialog
      title={`Retry ${name}?`}
      description={`The job starts over with up to ${mostAttempts} attempts. Jobs check what was already done, so nothing happens twice.`}
      confirmLabel="Retry"
      failureText={failureText}
      onConfirm={() => retry.mutateAsync(id)}
      trigger={
        <Button size="sm" variant="outline" aria-label={`Retry ${name}, job ${id}`}>
          <RotateCw aria-hidden="true" />
          Retry
        </Button>
      }
    />
  )
}

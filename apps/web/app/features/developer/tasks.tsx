import { Check, CircleDot, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DeveloperTask } from '@slipstream/contract/developer'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { tabListStyles, tabStyles } from '#ui/tab-style.ts'
import { useDeleteTask, useTasks, useToggleTask } from './developer.queries.ts'
import { NewTask } from './new-task.tsx'

const FILTERS = {
  All: () => true,
  Open: ({ status }: DeveloperTask) => status !== 'done',
  Done: ({ status }: DeveloperTask) => status === 'done',
}
type Filter = keyof typeof FILTERS

export const Tasks = () => {
  const tasks = useTasks()
  const [filter, setFilter] = useState<Filter>('All')
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="flex flex-col gap-5">
        <FilterButtons tasks={tasks.data?.tasks ?? []} filter={filter} onFilter={setFilter} />
        {tasks.isPending && <Skeleton className="h-60 rounded-2xl" />}
        {tasks.isError && !tasks.data && (
          <Card>
            <ErrorState
              title="Failed to load tasks"
              error={tasks.error}
              onRetry={() => void tasks.refetch()}
              isRetrying={tasks.isFetching}
            />
          </Card>
        )}
        {tasks.data && <TaskList tasks={tasks.data.tasks.filter(FILTERS[filter])} />}
      </div>
      <NewTask />
    </div>
  )
}

interface FilterButtonsProps {
  tasks: readonly DeveloperTask[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

const FilterButtons = ({ tasks, filter, onFilter }: FilterButtonsProps) => (
  <div role="group" aria-label="Filter tasks" className={cx(tabListStyles.segmented, 'w-fit')}>
    {(Object.keys(FILTERS) as Filter[]).map((name) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === filter}
        data-state={name === filter ? 'active' : undefined}
        className={tabStyles.segmented}
        onClick={() => onFilter(name)}
      >
        {name} <span className="num ms-1 text-subtle">{tasks.filter(FILTERS[name]).length}</span>
      </button>
    ))}
  </div>
)

const TaskList = ({ tasks }: { tasks: readonly DeveloperTask[] }) => {
  const toggle = useToggleTask()
  const removal = useDeleteTask()
  return (
    <>
      {toggle.error && (
        <Notice tone="destructive" title="Failed to update task">
          {failureText(toggle.error)}
        </Notice>
      )}
      {removal.error && (
        <Notice tone="destructive" title="Failed to delete task">
          {failureText(removal.error)}
        </Notice>
      )}
      <Card isFlush>
        {tasks.length === 0 ? (
          <p className="py-12 text-center text-ui text-muted">No tasks.</p>
        ) : (
          <ul aria-label="Tasks" className="divide-y">
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                onToggle={() => toggle.mutate(task)}
                onDelete={() => removal.mutate(task.id)}
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

interface TaskRowProps {
  task: DeveloperTask
  onToggle: () => void
  onDelete: () => void
}

const TaskRow = ({ task: { title, description, status }, onToggle, onDelete }: TaskRowProps) => {
  const isDone = status === 'done'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className={cx('text-ui font-medium wrap-anywhere', isDone && 'text-muted')}>{title}</p>
        {description && <p className="text-small wrap-anywhere whitespace-pre-line text-muted">{description}</p>}
      </div>
      <Badge tone={isDone ? 'success' : 'info'}>
        {isDone ? <Check aria-hidden="true" /> : <CircleDot aria-hidden="true" />}
        {isDone ? 'Done' : 'Open'}
      </Badge>
      <Button variant="outline" size="sm" onClick={onToggle}>
        {isDone ? 'Mark In Progress' : 'Mark Done'}
      </Button>
      <Button variant="ghost" size="sm" onClick={onDelete} aria-label={`Delete ${title}`}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </li>
  )
}

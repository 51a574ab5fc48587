import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLogs } from './developer.queries.ts'

const LEVEL_TONES: Record<string, string> = {
  ERROR: 'text-destructive',
  FATAL: 'text-destructive',
  WARN: 'text-warning',
  INFO: 'text-info',
}

/** `2026-11-15T07:42:16.204Z INFO http GET /api/mods 200 4 ms` */
const PARTS = /^\S+T(\S+)Z (\w+) (\S+) (.*)$/s

export const Logs = () => {
  const logs = useLogs()
  const [filter, setFilter] = useState('')
  /** The newest line when the list was cleared; it and everything older stay hidden. */
  const [clearedAt, setClearedAt] = useState<string | null>(null)
  const all = newerThan(logs.data?.lines ?? [], clearedAt)
  const shown = all.filter((line) => line.toLowerCase().includes(filter.trim().toLowerCase()))

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Field label="Filter lines" isLabelHidden className="w-full sm:w-80">
          <Input
            type="search"
            placeholder="Filter lines"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </Field>
        <Button variant="outline" onClick={() => setClearedAt(logs.data?.lines[0] ?? null)}>
          Clear
        </Button>
      </div>
      {logs.isError ? (
        <Card>
          <ErrorState
            title="Failed to fetch logs"
            error={logs.error}
            onRetry={() => void logs.refetch()}
            isRetrying={logs.isFetching}
          />
        </Card>
      ) : (
        <Card isFlush>
          {logs.isPending && <Skeleton className="m-5 h-60" />}
          {logs.data && <LogLines lines={shown} />}
          <p className="border-t px-4 py-3 text-small text-muted md:px-5">
            Latest 200 lines, newest first, times in UTC. Refreshes every 15 s. Secrets, tokens and e-mail addresses are
            removed before a line is stored.
          </p>
        </Card>
      )}
    </div>
  )
}

const newerThan = (lines: readonly string[], last: string | null) => {
  const end = last === null ? -1 : lines.indexOf(last)
  return end === -1 ? lines : lines.slice(0, end)
}

const LogLines = ({ lines }: { lines: readonly string[] }) => {
  if (lines.length === 0) return <EmptyState icon={<ScrollText />} title="No logs available." />
  return (
    <div
      role="log"
      aria-label="Log lines"
      aria-live="off"
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto py-3 font-mono text-caption leading-6"
    >
      {lines.map((line, place) => (
        <LogLine key={`${lines.length - place} ${line}`} line={line} />
      ))}
    </div>
  )
}

const LogLine = ({ line }: { line: string }) => {
  const [, time = '', level = '', source = '', text = line] = PARTS.exec(line) ?? []
  return (
    <p className="flex gap-x-3 px-4 hover:bg-raised max-md:flex-wrap md:px-5">
      <span className="shrink-0 text-subtle">{time}</span>
      <span className={`w-12 shrink-0 font-semibold ${LEVEL_TONES[level] ?? 'text-muted'}`}>{level}</span>
      <span className="w-14 shrink-0 text-muted">{source}</span>
      <span className="min-w-0 wrap-anywhere max-md:basis-full">{text}</span>
    </p>
  )
}

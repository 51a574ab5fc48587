import { FileArchive, FileSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TraceView } from '@slipstream/contract/traces'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FileDrop } from '#ui/file-drop.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { EarlierTraces } from './earlier-traces.tsx'
import { TraceLimits } from './trace-limits.tsx'
import { MatchSteps, TraceMatch } from './trace-match.tsx'
import { tenths } from './trace-numbers.ts'
import { TraceSignals } from './trace-signals.tsx'
import { TraceWeak, WeakSteps } from './trace-weak.tsx'
import { useSendLeak, useTrace } from './traces.queries.ts'

interface ChosenMod {
  id: number
  title: string
}
/** Renders the mod finder, which the page passes in because mods belong to another feature. */
export type FindMod = (onFound: (mod: ChosenMod) => void) => ReactNode

interface TraceLeakProps {
  guard: Guard
  findMod: FindMod
  /** Shows the progress of reading the file. */
  progress: ReactNode
  /** The trace to show; null for none. */
  traceId: number | null
  onStarted: (id: number) => void
}

/** Takes a leaked file and shows which purchase it came from. */
export const TraceLeak = ({ guard, findMod, progress, traceId, onStarted }: TraceLeakProps) => (
  <>
    <p className="max-w-[72ch] text-ui text-muted">
      Every copy we sell is slightly different. Drop one you found and we’ll look for the purchase it came from. We
      don’t keep the file.
    </p>
    <SendLeak guard={guard} findMod={findMod} onStarted={onStarted} />
    {progress}
    {traceId !== null ? (
      <Result key={traceId} id={traceId} guard={guard} />
    ) : (
      <Columns aside={<Aside current={null} />}>{null}</Columns>
    )}
  </>
)

const Columns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
    {children && <div className="flex min-w-0 flex-col gap-5">{children}</div>}
    <aside aria-label="About traces" className="flex min-w-0 flex-col gap-5">
      {aside}
    </aside>
  </div>
)

const Aside = ({ current }: { current: number | null }) => (
  <>
    <TraceLimits />
    <EarlierTraces current={current} />
  </>
)

const SendLeak = ({ guard, findMod, onStarted }: Pick<TraceLeakProps, 'guard' | 'findMod' | 'onStarted'>) => {
  const { send, sent, error, cancel } = useSendLeak(guard, onStarted)
  const [file, setFile] = useState<File | null>(null)
  const [mod, setMod] = useState<ChosenMod | null>(null)
  if (file && sent !== null) {
    return (
      <Card>
        <Progress
          label={`Sending ${file.name}`}
          value={file.size === 0 ? null : sent / file.size}
          detail={`${sizeText(sent)} of ${sizeText(file.size)}`}
        />
        <Button size="sm" variant="outline" className="mt-3" onClick={cancel}>
          Cancel
        </Button>
      </Card>
    )
  }
  return (
    <>
      <FileDrop
        label="Drop a zip, a .jbeam or a .pc file here, or choose one"
        hint="Up to 5 GiB. A single part can be enough."
        accept=".zip,.jbeam,.pc,.json"
        icon={<FileSearch />}
        error={error ? failureText(error) : undefined}
        onFiles={([first]) => {
          if (!first) return
          setFile(first)
          void send({ file: first, modId: mod?.id ?? null })
        }}
      />
      <details>
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-small text-muted hover:text-foreground">
          {mod ? `Compared with ${mod.title} only` : 'Compared with all mods'}
        </summary>
        <div className="mt-2 max-w-[52ch]">
          {mod ? (
            <Button size="sm" variant="outline" onClick={() => setMod(null)}>
              Compare with all mods
            </Button>
          ) : (
            findMod(setMod)
          )}
        </div>
      </details>
    </>
  )
}

const Result = ({ id, guard }: { id: number; guard: Guard }) => {
  const { data: trace, error, refetch, isFetching } = useTrace(id)
  if (trace) return <Found trace={trace} />
  const isUnproven = error instanceof ApiError && error.code === 'auth.proof_required'
  const confirm = () => void guard(async () => (await refetch({ throwOnError: true })).data ?? null)
  return (
    <Columns aside={<Aside current={id} />}>
      {!error && (
        <div role="status" aria-label="Loading the trace">
          <Skeleton className="h-80 rounded-2xl" />
        </div>
      )}
      {error && isUnproven && (
        <Notice
          tone="info"
          title="Confirm that it’s you to see whose purchase this is."
          actions={
            <Button size="sm" isLoading={isFetching} onClick={confirm}>
              Confirm
            </Button>
          }
        />
      )}
      {error && !isUnproven && (
        <Card>
          <ErrorState
            title="This trace could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      )}
    </Columns>
  )
}

const Found = ({ trace }: { trace: TraceView }) => {
  const { findings, failure, purchases } = trace
  const signals = purchases[0]?.signals ?? []
  return (
    <>
      <FileLine trace={trace} />
      <Columns
        aside={
          <>
            {signals.length > 0 && <TraceSignals signals={signals} />}
            <Aside current={trace.id} />
          </>
        }
      >
        {failure && <Notice tone="destructive" title={failure} />}
        {!failure && !findings && <Notice tone="info" title="This file has not been read yet." />}
        {findings && purchases.length > 0 && (
          <>
            <TraceMatch trace={trace} findings={findings} />
            <MatchSteps trace={trace} />
          </>
        )}
        {findings && purchases.length === 0 && (
          <>
            <TraceWeak findings={findings} />
            <WeakSteps trace={trace} findings={findings} />
          </>
        )}
      </Columns>
    </>
  )
}

const FileLine = ({ trace: { fileName, sizeBytes, findings } }: { trace: TraceView }) => (
  <div className="surface flex items-center gap-4 rounded-2xl p-4">
    <FileArchive className="size-6 shrink-0 text-muted" aria-hidden="true" />
    <div className="min-w-0">
      <p className="text-ui font-medium wrap-anywhere">{fileName}</p>
      <p className="num text-small text-muted">
        {sizeText(sizeBytes)}
        {findings && `, ${plural(findings.files, 'file')} read in ${tenths.format(findings.milliseconds / 1_000)} s`}
      </p>
    </div>
  </div>
)

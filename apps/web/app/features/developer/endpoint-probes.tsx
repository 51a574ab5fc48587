import { Check, Play, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { clockText, msText } from './health-words.ts'
import { isOwnPath, MOST_RESULTS, probe, PROBES, type ProbeResult } from './probe.ts'

const COLUMNS: readonly Column<ProbeResult>[] = [
  {
    key: 'path',
    header: 'Path',
    cell: ({ path }) => <code className="font-mono text-small wrap-anywhere">{path}</code>,
    card: 'title',
  },
  {
    key: 'result',
    header: 'Result',
    cell: ({ isOk, reason }) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={isOk ? 'success' : 'destructive'}>
          {isOk ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
          {isOk ? 'OK' : 'ERR'}
        </Badge>
        {reason && <span className="text-small text-muted">{reason}</span>}
      </span>
    ),
    card: 'status',
  },
  { key: 'status', header: 'Status', cell: ({ status }) => status ?? '–', isNumeric: true, card: 'labeled' },
  { key: 'time', header: 'Time', cell: ({ ms }) => msText(ms), isNumeric: true, card: 'fact' },
  { key: 'sent', header: 'Sent (UTC)', cell: ({ at }) => clockText(at), isNumeric: true, card: 'fact' },
]

export const EndpointProbes = () => {
  const [results, setResults] = useState<readonly ProbeResult[]>([])
  const [path, setPath] = useState('/api/site/status')
  const [problem, setProblem] = useState<string>()
  const [isRunningAll, setRunningAll] = useState(false)

  const send = async (address: string) => {
    const result = await probe(address)
    setResults((before) => [result, ...before].slice(0, MOST_RESULTS))
  }
  const runAll = async () => {
    setRunningAll(true)
    // One after another, so that no probe slows down the time measured for another.
    for (const each of PROBES) await send(each.path)
    setRunningAll(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = path.trim()
    if (!isOwnPath(wanted)) return setProblem('Enter a path of this store. It begins with one slash.')
    setProblem(undefined)
    void send(wanted)
  }

  return (
    <Card
      isFlush
      title="Endpoint Probes"
      description="Sent from this browser, to this store only, without authentication."
      actions={
        <Button isLoading={isRunningAll} onClick={() => void runAll()}>
          <Play aria-hidden="true" />
          Run All
        </Button>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3 px-4 pb-4 md:px-5">
        <div className="flex flex-wrap gap-2">
          {PROBES.map((each) => (
            <Button key={each.path} variant="outline" size="sm" onClick={() => void send(each.path)}>
              <span className="font-mono text-caption text-muted">GET</span>
              {each.label}
            </Button>
          ))}
        </div>
        <form noValidate onSubmit={submit} className="flex items-start gap-2 max-sm:w-full">
          <Field label="Path to probe" isLabelHidden error={problem} className="max-sm:flex-1 sm:w-64">
            <Input
              size="sm"
              value={path}
              spellCheck={false}
              className="font-mono"
              onChange={(event) => setPath(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" variant="outline" size="sm">
            Probe
          </Button>
        </form>
      </div>
      {results.length > 0 && (
        <>
          <Table caption="Probe results, newest first" columns={COLUMNS} rows={results} rowKey={({ id }) => id} />
          <p className="border-t px-4 py-3 text-small text-muted md:px-5">
            {results.length} of the last {MOST_RESULTS} results
          </p>
        </>
      )}
    </Card>
  )
}

import type { DomainCheck } from '@slipstream/contract/newsletter'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useSenderDomain } from './newsletter.queries.ts'

const STATES: Record<DomainCheck['state'], { tone: Tone; word: string }> = {
  fine: { tone: 'success', word: 'Fine' },
  missing: { tone: 'warning', word: 'Missing' },
  wrong: { tone: 'destructive', word: 'Wrong' },
  unknown: { tone: 'neutral', word: 'Not known' },
}

/** Whether mail servers can verify that mail comes from the store. */
export const SenderDomain = () => {
  const domain = useSenderDomain()
  return (
    <Card
      title="Sender domain"
      description={`Receivers look these records up before they trust an e-mail${domain.data ? ` from ${domain.data.domain}` : ''}.`}
      actions={
        <Button size="sm" variant="outline" isLoading={domain.isFetching} onClick={() => void domain.refetch()}>
          Check again
        </Button>
      }
      isFlush
    >
      {domain.isPending && <Skeleton className="m-5 h-32 rounded-xl" />}
      {domain.isError && !domain.data && (
        <ErrorState
          title="The records could not be checked."
          error={domain.error}
          onRetry={() => void domain.refetch()}
          isRetrying={domain.isFetching}
        />
      )}
      {domain.data && (
        <ul aria-label="Records of the sender domain" className="flex flex-col divide-y border-t">
          {domain.data.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Check = ({ check: { name, state, host, found, record, advice } }: { check: DomainCheck }) => (
  <li className="flex flex-col gap-2 px-4 py-3 text-ui md:px-5">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-medium">{name}</h3>
      <Status tone={STATES[state].tone}>{STATES[state].word}</Status>
    </div>
    <p className="text-small text-muted">{advice}</p>
    {found !== null && <Line label="Found" value={found} />}
    {state === 'missing' && (
      <>
        <Line label="Name" value={host} />
        {record !== null && <Line label="TXT" value={record} />}
      </>
    )}
  </li>
)

/** One click selects the whole value for copying. */
const Line = ({ label, value }: { label: string; value: string }) => (
  <p className="flex gap-3 text-small">
    <span className="w-12 shrink-0 text-muted">{label}</span>
    <code className="min-w-0 font-mono wrap-anywhere select-all">{value}</code>
  </p>
)

import { useState } from 'react'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { Moment } from '#ui/moment.tsx'
import { useSignIns } from './account.queries.ts'

type SignIn = NonNullable<ReturnType<typeof useSignIns>['data']>[number]

const SHOWN_AT_FIRST = 8

const RESULTS: Record<SignIn['result'], { words: string; tone: Tone }> = {
  ok: { words: 'Signed in', tone: 'success' },
  second_factor: { words: 'Code requested', tone: 'info' },
  wrong_secret: { words: 'Wrong password or code', tone: 'warning' },
  unknown_name: { words: 'Unknown username', tone: 'warning' },
  limited: { words: 'Too many attempts', tone: 'destructive' },
  banned: { words: 'Account banned', tone: 'destructive' },
}

const METHODS: Record<SignIn['method'], string> = {
  password: 'Password',
  discord: 'Discord',
  passkey: 'Passkey',
  reset: 'Password reset',
  invitation: 'Invitation',
}

const COLUMNS: readonly Column<SignIn>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <Moment at={at} /> },
  { key: 'device', header: 'Device', cell: ({ device }) => device },
  { key: 'method', header: 'Method', cell: ({ method }) => METHODS[method], hideBelow: 'xl' },
  { key: 'ip', header: 'IP address', cell: ({ ip }) => <span className="num">{ip}</span>, hideBelow: 'xl' },
  {
    key: 'result',
    header: 'Result',
    card: 'status',
    cell: ({ result }) => <Status tone={RESULTS[result].tone}>{RESULTS[result].words}</Status>,
  },
]

export const SignInHistory = () => {
  const signIns = useSignIns()
  const [isWhole, setWhole] = useState(false)
  if (signIns.isError) {
    return (
      <ErrorState
        title="Your sign-ins could not be loaded."
        error={signIns.error}
        onRetry={() => void signIns.refetch()}
      />
    )
  }

  const all = signIns.data ?? []
  return (
    <div className="-mx-4 md:-mx-5">
      <Table
        caption="Recent sign-ins"
        columns={COLUMNS}
        rows={isWhole ? all : all.slice(0, SHOWN_AT_FIRST)}
        rowKey={({ id }) => id}
        isLoading={signIns.isPending}
        empty={<p className="px-5 text-small text-muted">No recent sign-ins.</p>}
      />
      {!isWhole && all.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" size="sm" className="mt-2 ml-2.5" onClick={() => setWhole(true)}>
          Show all {countText(all.length)}
        </Button>
      )}
    </div>
  )
}

import { Activity, SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { TrackedDevice, TrackedDownload, TrackedSignIn } from '@slipstream/contract/users-tracking'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { type Filters, useFilters } from '#ui/use-filters.ts'
import { Signals } from './signals.tsx'
import { TRACKED_AT_A_TIME, useTrackedDevices, useTrackedDownloads, useTrackedSignIns } from './tracking.queries.ts'

const TABS = [
  { name: null, label: 'Sign-ins' },
  { name: 'devices', label: 'Devices' },
  { name: 'downloads', label: 'Downloads' },
] as const

/** Sign-ins, devices and downloads, and what is unusual about them. */
export const Tracking = () => {
  const [params] = useSearchParams()
  const filters = useFilters(['username'])
  const { username } = filters.values
  const tab = TABS.find(({ name }) => name === params.get('tab')) ?? TABS[0]
  const search = (name: string | null) =>
    `?${new URLSearchParams({ ...(name && { tab: name }), ...(username && { username }) }).toString()}`
  return (
    <div className="flex flex-col gap-5">
      <Signals />
      <NavTabs label="What is listed">
        {TABS.map(({ name, label }) => (
          <NavTab key={label} isCurrent={name === tab.name}>
            <Link to={{ search: search(name) }}>{label}</Link>
          </NavTab>
        ))}
      </NavTabs>
      {tab.name === null && <SignIns filters={filters} />}
      {tab.name === 'devices' && <Devices filters={filters} />}
      {tab.name === 'downloads' && <Downloads filters={filters} />}
    </div>
  )
}

type ListProps = { filters: Filters<'username'> }

const Bar = ({ filters, isPending }: ListProps & { isPending: boolean }) => (
  <FilterBar
    filters={filters}
    search={{ name: 'username', label: 'Only one user', placeholder: 'Whole username' }}
    isPending={isPending}
  />
)

const Nothing = ({ filters, what }: ListProps & { what: string }) =>
  filters.values.username ? (
    <EmptyState
      icon={<SearchX />}
      title={`No ${what} of “${filters.values.username}”`}
      description="Enter the whole username."
      action={
        <Button variant="outline" onClick={filters.reset}>
          Show everybody
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<Activity />} title={`No ${what} yet`} />
  )

const SignIns = ({ filters }: ListProps) => {
  const { list, items } = useTrackedSignIns(filters.values.username)
  return (
    <div className="flex flex-col gap-4">
      <Bar filters={filters} isPending={list.isPlaceholderData} />
      <DataTable
        caption="Sign-ins"
        query={list}
        failure="The sign-ins could not be loaded."
        columns={SIGN_IN_COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={<Nothing filters={filters} what="sign-ins" />}
        step={TRACKED_AT_A_TIME}
      />
    </div>
  )
}

const Devices = ({ filters }: ListProps) => {
  const { list, items } = useTrackedDevices(filters.values.username)
  return (
    <div className="flex flex-col gap-4">
      <Bar filters={filters} isPending={list.isPlaceholderData} />
      <DataTable
        caption="Signed-in devices"
        query={list}
        failure="The devices could not be loaded."
        columns={DEVICE_COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={<Nothing filters={filters} what="devices" />}
        step={TRACKED_AT_A_TIME}
      />
    </div>
  )
}

const Downloads = ({ filters }: ListProps) => {
  const { list, items } = useTrackedDownloads(filters.values.username)
  return (
    <div className="flex flex-col gap-4">
      <Bar filters={filters} isPending={list.isPlaceholderData} />
      <DataTable
        caption="Downloads"
        query={list}
        failure="The downloads could not be loaded."
        columns={DOWNLOAD_COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={<Nothing filters={filters} what="downloads" />}
        step={TRACKED_AT_A_TIME}
      />
    </div>
  )
}

const Person = ({ userId, username }: { userId: number | null; username: string | null }) =>
  userId === null ? (
    <span className="text-muted">Unknown name</span>
  ) : (
    <Link to={`/admin/users?user=${userId}`} className="rounded-sm underline-offset-4 hover:underline">
      {username}
    </Link>
  )

const RESULTS: Record<TrackedSignIn['result'], { word: string; tone: Tone }> = {
  ok: { word: 'Signed in', tone: 'success' },
  second_factor: { word: 'Second factor requested', tone: 'neutral' },
  wrong_secret: { word: 'Wrong password or code', tone: 'warning' },
  unknown_name: { word: 'Unknown name', tone: 'warning' },
  banned: { word: 'Banned', tone: 'destructive' },
  limited: { word: 'Too many attempts', tone: 'destructive' },
}

const METHODS: Record<TrackedSignIn['method'], string> = {
  password: 'Password',
  discord: 'Discord',
  passkey: 'Passkey',
  reset: 'Password reset',
  invitation: 'Invitation',
}

const when = <Row extends object>(
  header: string,
  at: (row: Row) => string,
  card: 'fact' | 'labeled' = 'fact',
): Column<Row> => ({
  key: header,
  header,
  isNumeric: true,
  card,
  cell: (row) => (
    <span className="whitespace-nowrap">
      <Moment at={at(row)} />
    </span>
  ),
})

const from = <Row extends { device: string; ip: string }>(): Column<Row> => ({
  key: 'device',
  header: 'From',
  cell: ({ device, ip }) => (
    <span className="block py-1.5 max-md:inline">
      {device}
      <span className="num block text-small text-muted max-md:ms-2 max-md:inline">{ip}</span>
    </span>
  ),
})

const SIGN_IN_COLUMNS: readonly Column<TrackedSignIn>[] = [
  { key: 'user', header: 'User', cell: Person },
  {
    key: 'result',
    header: 'Result',
    card: 'status',
    cell: ({ result }) => <Status tone={RESULTS[result].tone}>{RESULTS[result].word}</Status>,
  },
  { key: 'method', header: 'With', cell: ({ method }) => METHODS[method] },
  from(),
  when('When', ({ at }) => at),
]

const DEVICE_COLUMNS: readonly Column<TrackedDevice>[] = [
  { key: 'user', header: 'User', cell: Person },
  from(),
  { key: 'method', header: 'Signed in with', cell: ({ method }) => METHODS[method] },
  when('Since', ({ createdAt }) => createdAt, 'labeled'),
  when('Last used', ({ usedAt }) => usedAt, 'labeled'),
]

const DOWNLOAD_COLUMNS: readonly Column<TrackedDownload>[] = [
  { key: 'user', header: 'User', cell: Person },
  {
    key: 'mod',
    header: 'Mod',
    cell: ({ title, version }) => (
      <>
        {title} <span className="num text-muted">{version}</span>
      </>
    ),
  },
  { key: 'ip', header: 'Address', cell: ({ ip }) => <span className="num">{ip ?? 'Removed'}</span> },
  when('When', ({ at }) => at),
]

import { Gem, SearchX, ShieldCheck, Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import { USER_SORTS, type UserSort } from '@slipstream/contract/user-terms'
import type { UserFigures } from '@slipstream/contract/users-admin'
import type { UserRow } from '@slipstream/contract/users-row'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { type UserQuery, USERS_AT_A_TIME, useUserFigures, useUserList } from './users.queries.ts'

const SORT_WORDS: Record<UserSort, string> = { newest: 'Newest first', active: 'Last active first', name: 'By name' }

/** All accounts, or the banned ones, in pages. */
export const UserList = ({ only }: { only?: 'banned' }) => {
  const filters = useFilters(['q', 'role', 'banned', 'premium', 'bought', 'sort'])
  const { q, role, banned, premium, bought, sort } = filters.values
  const query = useMemo(
    () => queryOf({ q, role, banned: only === 'banned' ? 'true' : banned, premium, bought, sort }),
    [q, role, banned, premium, bought, sort, only],
  )
  const { list, users } = useUserList(query)
  const isNarrowed = [q, role, only ? '' : banned, premium, bought].some(Boolean)
  return (
    <div className="flex flex-col gap-4">
      {only === undefined && <Figures />}
      <FilterBar
        filters={filters}
        search={{
          name: 'q',
          label: 'Search users',
          placeholder: 'Name, e-mail, Discord name, order number',
          maxLength: 255,
        }}
        selects={[
          { name: 'role', label: 'Role', any: 'Any role', options: ROLES },
          ...(only === undefined
            ? [{ name: 'banned' as const, label: 'Bans', any: 'Banned or not', options: BANS }]
            : []),
          { name: 'premium', label: 'Premium', any: 'Premium or not', options: PREMIUM },
          { name: 'bought', label: 'Purchases', any: 'Bought or not', options: BOUGHT },
          { name: 'sort', label: 'Order', any: only ? 'Latest ban first' : SORT_WORDS.newest, options: SORTS },
        ]}
        isPending={list.isPlaceholderData}
      >
        <ExportLink to="/api/admin/users/export" query={query} />
      </FilterBar>
      <DataTable
        caption={only ? 'Banned users' : 'Users'}
        query={list}
        failure="The accounts could not be loaded."
        columns={COLUMNS}
        rows={users}
        rowKey={({ id }) => id}
        empty={isNarrowed ? <NothingFound onReset={filters.reset} /> : <Nobody only={only} />}
        step={USERS_AT_A_TIME}
      />
    </div>
  )
}

const ROLES = [
  { value: 'customer', label: 'Customers' },
  { value: 'admin', label: 'Administrators' },
]
const BANS = [
  { value: 'true', label: 'Banned' },
  { value: 'false', label: 'Not banned' },
]
const PREMIUM = [{ value: 'true', label: 'With Premium' }]
const BOUGHT = [
  { value: 'true', label: 'Bought something' },
  { value: 'false', label: 'Never bought' },
]
const SORTS = USER_SORTS.filter((sort) => sort !== 'newest').map((value) => ({ value, label: SORT_WORDS[value] }))

type Values = Readonly<Record<'q' | 'role' | 'banned' | 'premium' | 'bought' | 'sort', string>>

/** Parses the filters in the URL and ignores invalid values. */
const queryOf = ({ q, role, banned, premium, bought, sort }: Values): UserQuery => ({
  ...(q && { q }),
  ...((role === 'admin' || role === 'customer') && { role }),
  ...((banned === 'true' || banned === 'false') && { banned }),
  ...(premium === 'true' && { premium }),
  ...((bought === 'true' || bought === 'false') && { bought }),
  ...(isSort(sort) && { sort }),
})

const isSort = (word: string): word is UserSort => USER_SORTS.some((sort) => sort === word)

const WORDS: readonly [keyof UserFigures, string][] = [
  ['all', 'Accounts'],
  ['newThisWeek', 'New in 7 days'],
  ['premium', 'With Premium'],
  ['admins', 'Administrators'],
  ['banned', 'Banned'],
]

/** Shows dashes while the figures load or if they fail, because the list below matters more. */
const Figures = () => {
  const { data } = useUserFigures()
  return (
    <dl className="surface grid grid-cols-2 overflow-clip rounded-2xl sm:grid-cols-5">
      {WORDS.map(([name, label]) => (
        <div key={name} className="px-4 py-3 md:px-5">
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="num mt-0.5 text-title">{data ? countText(data[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps the filters in the URL, for the back link. */
const UserLink = ({ id, children }: { id: number; children: ReactNode }) => {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('user', String(id))
  return (
    <Link to={{ search: `?${next.toString()}` }} className="rounded-sm underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}

const COLUMNS: readonly Column<UserRow>[] = [
  {
    key: 'user',
    header: 'User',
    cell: ({ id, username, email, discordUsername, image }) => (
      <span className="flex items-center gap-3 py-1.5">
        <Avatar name={username} src={image} />
        <span className="block min-w-0">
          <UserLink id={id}>{username}</UserLink>
          <span className="block max-w-xs truncate text-small font-normal text-muted">
            {[email, discordUsername && `Discord ${discordUsername}`].filter(Boolean).join('\u00a0· ') || `User #${id}`}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ ban, premiumExpiresAt, isAdmin, isDeveloper }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5 py-1">
        {ban && <Status tone="destructive">{ban.endsAt ? 'Banned for a time' : 'Banned'}</Status>}
        {isDeveloper && <Badge tone="info">Developer</Badge>}
        {isAdmin && (
          <Badge tone="info">
            <ShieldCheck aria-hidden="true" />
            Administrator
          </Badge>
        )}
        {premiumExpiresAt && (
          <Badge tone="premium">
            <Gem aria-hidden="true" />
            Premium
          </Badge>
        )}
        {!ban && !isAdmin && !isDeveloper && !premiumExpiresAt && <span className="text-muted">Customer</span>}
      </span>
    ),
  },
  {
    key: 'orders',
    header: 'Orders',
    isNumeric: true,
    card: 'labeled',
    cell: ({ orderCount }) => countText(orderCount),
  },
  {
    key: 'spent',
    header: 'Spent',
    isNumeric: true,
    card: 'labeled',
    cell: ({ spentCents }) => formatUsd(spentCents),
  },
  {
    key: 'active',
    header: 'Last active',
    isNumeric: true,
    card: 'hidden',
    hideBelow: 'lg',
    cell: ({ lastActiveAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={lastActiveAt} isDay />
      </span>
    ),
  },
  {
    key: 'joined',
    header: 'Joined',
    isNumeric: true,
    card: 'labeled',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} isDay />
      </span>
    ),
  },
]

const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No accounts match these filters"
    description="Search by the start of a name or an e-mail address, by a whole order number, or by # and the number of an account."
    action={
      <Button variant="outline" onClick={onReset}>
        Show all accounts
      </Button>
    }
  />
)

const Nobody = ({ only }: { only: 'banned' | undefined }) => (
  <EmptyState
    icon={<Users />}
    title={only ? 'Nobody is banned' : 'No accounts yet'}
    description={only ? 'Banned accounts appear here, the latest ban first.' : 'The first one appears here.'}
  />
)

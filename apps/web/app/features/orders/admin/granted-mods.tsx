import { Gift, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { GrantedMod } from '@slipstream/contract/orders-admin'
import type { Guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { ORDERS_AT_A_TIME, useGrantedMods } from './admin-orders.queries.ts'
import { type FindMod, GRANT_WORDS, GrantForm, type Granted } from './grant-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The granted mods with customer, admin and reason, newest first. */
export const GrantedMods = ({ findMod, guard }: { findMod: FindMod; guard: Guard }) => {
  const filters = useFilters(['q'])
  const { list, mods } = useGrantedMods(filters.values.q)
  const [isGiving, setGiving] = useState(false)
  const [granted, setGranted] = useState<Granted | null>(null)
  const isBackAgain = mods.some(({ id, revokedAt }) => id === granted?.id && revokedAt !== null)
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search granted mods', placeholder: 'Username or mod title' }}
        isPending={list.isPlaceholderData}
      >
        <Dialog
          title="Grant a mod"
          description={GRANT_WORDS}
          open={isGiving}
          onOpenChange={setGiving}
          trigger={
            <Button size="sm" variant="primary">
              <Gift aria-hidden="true" />
              Grant a mod
            </Button>
          }
        >
          <GrantForm
            guard={guard}
            given={{ findMod }}
            onGranted={(gift) => {
              setGiving(false)
              setGranted(gift)
            }}
          />
        </Dialog>
      </FilterBar>
      {granted && !isBackAgain && (
        <Notice tone="success" title={`${granted.title} is in the locker of ${granted.username}.`} />
      )}
      <DataTable
        caption="Granted mods"
        query={list}
        failure="The granted mods could not be loaded."
        columns={COLUMNS}
        rows={mods}
        rowKey={({ id }) => id}
        empty={
          filters.values.q ? (
            <NothingFound onReset={filters.reset} />
          ) : (
            <NothingGranted onGrant={() => setGiving(true)} />
          )
        }
        step={ORDERS_AT_A_TIME}
      />
    </div>
  )
}

const placeOf = (id: number) => `grant-${id}`

const COLUMNS: readonly Column<GrantedMod>[] = [
  {
    key: 'mod',
    header: 'Mod',
    cell: ({ id, modId, title, reason, revokedAt, revokeReason }) => (
      <span className="block max-w-[52ch] py-1.5 wrap-anywhere">
        <Link id={placeOf(id)} to={`/mods/${modId}`} className="rounded-sm underline-offset-4 hover:underline">
          {title}
        </Link>
        <span className="block text-small font-normal text-muted">{reason}</span>
        {revokedAt && (
          <span className="block text-small font-normal text-muted">
            Revoked <Moment at={revokedAt} />: {revokeReason}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ revokedAt, firstDownloadedAt }) => {
      if (revokedAt) return <Status tone="neutral">Revoked</Status>
      return <Status tone="success">{firstDownloadedAt ? 'Downloaded' : 'In the locker'}</Status>
    },
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ username }) => (
      <Link
        to={{ search: `?${new URLSearchParams({ q: username }).toString()}` }}
        aria-label={`All orders by ${username}`}
        className="rounded-sm underline-offset-4 hover:underline md:whitespace-nowrap"
      >
        {username}
      </Link>
    ),
  },
  {
    key: 'by',
    header: 'Granted by',
    card: 'labeled',
    cell: ({ by }) => <span className="md:whitespace-nowrap">{by}</span>,
  },
  {
    key: 'when',
    header: 'When',
    isNumeric: true,
    cell: ({ grantedAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={grantedAt} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    card: 'action',
    cell: ({ id, title, username, revokedAt }) =>
      revokedAt === null && (
        <RevokeDialog
          entitlementId={id}
          title={title}
          username={username}
          hint="Recorded in the audit log."
          refuge={placeOf(id)}
          trigger={
            <Button size="sm" variant="ghost" aria-label={`Revoke ${title} from ${username}`}>
              Revoke
            </Button>
          }
        />
      ),
  },
]

const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No granted mods match this search"
    description="Search uses the username and mod title from the time of the grant."
    action={
      <Button variant="outline" onClick={onReset}>
        Show all granted mods
      </Button>
    }
  />
)

const NothingGranted = ({ onGrant }: { onGrant: () => void }) => (
  <EmptyState
    icon={<Gift />}
    title="No mods granted yet"
    description="Grant a mod to a tester or a contest winner. It is in their locker immediately, at no charge."
    action={
      <Button variant="outline" onClick={onGrant}>
        Grant a mod
      </Button>
    }
  />
)

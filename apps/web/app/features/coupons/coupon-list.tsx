import { PencilLine, Plus, TicketPercent } from 'lucide-react'
import type { Coupon } from '@slipstream/contract/coupons'
import { countText } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Column } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { CouponDialog } from './coupon-dialog.tsx'
import { couponState, discountText } from './coupon-words.ts'
import { COUPONS_AT_A_TIME, useChangeCoupon, useCoupons } from './coupons.queries.ts'

export const NewCoupon = ({ guard }: { guard: Guard }) => (
  <CouponDialog
    guard={guard}
    trigger={
      <Button variant="primary" size="sm">
        <Plus aria-hidden="true" />
        Add coupon
      </Button>
    }
  />
)

/** Every coupon, newest first. A switch applies immediately. */
export const CouponList = ({ guard }: { guard: Guard }) => {
  const filters = useFilters(['q'])
  const { list, coupons } = useCoupons(filters.values.q)
  const switching = useChangeCoupon(guard)
  const columns: readonly Column<Coupon>[] = [
    ...COLUMNS,
    {
      key: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      card: 'action',
      cell: (coupon) => (
        <span className="inline-flex items-center gap-2">
          <Switch
            aria-label={`${coupon.code} is on`}
            disabled={switching.isPending}
            checked={isOnIn(coupon, switching)}
            onCheckedChange={(isActive) => switching.mutate({ id: coupon.id, isActive })}
          />
          <CouponDialog
            coupon={coupon}
            guard={guard}
            trigger={
              <IconButton label={`Edit ${coupon.code}`} size="icon-sm">
                <PencilLine aria-hidden="true" />
              </IconButton>
            }
          />
        </span>
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-4">
      {switching.isError && <Notice tone="destructive" title={failureText(switching.error)} />}
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search coupons', placeholder: 'Start of a code', maxLength: 32 }}
        isPending={list.isPlaceholderData}
      />
      <DataTable
        caption="Coupons"
        query={list}
        failure="The coupons could not be loaded."
        columns={columns}
        rows={coupons}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<TicketPercent />}
            title={filters.values.q ? 'No codes match this search' : 'No coupons yet'}
            {...(filters.values.q
              ? {
                  action: (
                    <Button variant="outline" onClick={filters.reset}>
                      Show all coupons
                    </Button>
                  ),
                }
              : { description: 'A coupon is a code that gives a discount at checkout.' })}
          />
        }
        step={COUPONS_AT_A_TIME}
      />
    </div>
  )
}

/** Optimistic: shows the new state while the request runs. */
const isOnIn = ({ id, isActive }: Coupon, { isPending, variables }: ReturnType<typeof useChangeCoupon>) =>
  isPending && variables.id === id ? (variables.isActive ?? isActive) : isActive

const COLUMNS: readonly Column<Coupon>[] = [
  {
    key: 'code',
    header: 'Code',
    cell: ({ code, note }) => (
      <span className="block max-w-[40ch] py-1.5">
        <span className="font-mono wrap-anywhere">{code}</span>
        <span className="block text-small font-normal text-muted wrap-anywhere empty:hidden">{note}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: (coupon) => {
      const { word, tone } = couponState(coupon)
      return <Status tone={tone}>{word}</Status>
    },
  },
  { key: 'off', header: 'Discount', isNumeric: true, card: 'labeled', cell: discountText },
  {
    key: 'used',
    header: 'Used',
    isNumeric: true,
    card: 'labeled',
    cell: ({ used, maxUses }) =>
      maxUses === null ? (
        countText(used)
      ) : (
        <span className="whitespace-nowrap">
          {countText(used)} of {countText(maxUses)}
          <span className="mt-1 block h-1 rounded-full bg-foreground/12 max-md:hidden" aria-hidden="true">
            <span
              className="block h-full rounded-full bg-foreground/60"
              style={{ width: `${Math.min(100, (used / maxUses) * 100)}%` }}
            />
          </span>
        </span>
      ),
  },
  {
    key: 'perUser',
    header: 'Per customer',
    isNumeric: true,
    card: 'hidden',
    hideBelow: 'lg',
    cell: ({ perUserLimit }) => perUserLimit ?? <span className="text-subtle">Any</span>,
  },
  {
    key: 'when',
    header: 'Valid',
    hideBelow: 'lg',
    cell: ({ startsAt, endsAt }) => (
      <span className="text-small text-muted">
        {startsAt && (
          <span className="md:block md:whitespace-nowrap">
            From <Moment at={startsAt} />{' '}
          </span>
        )}
        {endsAt && (
          <span className="md:block md:whitespace-nowrap">
            {startsAt ? 'until' : 'Until'} <Moment at={endsAt} />
          </span>
        )}
        {!startsAt && !endsAt && 'Always'}
      </span>
    ),
  },
]

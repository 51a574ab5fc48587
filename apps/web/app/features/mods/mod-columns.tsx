import { Crown, PencilLine, Star } from 'lucide-react'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import { calendarDay, shortDay } from '#lib/dates.ts'
import { Moment } from '#ui/moment.tsx'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'
import type { Column } from '#ui/table.tsx'
import { ModName } from './mod-name.tsx'
import { ModRowMenu } from './mod-row-menu.tsx'
import { ModState } from './mod-state.tsx'

const Marks = ({ mod: { make, categoryName, isFeatured, includedWithPremium, hasDraft } }: { mod: AdminModRow }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    {[make, categoryName].filter(Boolean).join(' · ')}
    {isFeatured && (
      <span className="inline-flex items-center gap-1">
        <Star className="size-3 text-rating" aria-hidden="true" />
        Featured
      </span>
    )}
    {includedWithPremium && (
      <span className="inline-flex items-center gap-1">
        <Crown className="size-3 text-premium" aria-hidden="true" />
        Premium
      </span>
    )}
    {hasDraft && (
      <span className="inline-flex items-center gap-1">
        <PencilLine className="size-3 text-info" aria-hidden="true" />
        Unsaved
      </span>
    )}
  </span>
)

/** The sale period in short form. */
const SaleNote = ({ sale }: { sale: NonNullable<AdminModRow['sale']> }) => {
  const isComing = sale.startsAt !== null && Date.parse(sale.startsAt) > Date.now()
  const words = [
    isComing && sale.startsAt && `from ${shortDay(sale.startsAt)}`,
    sale.endsAt && `until ${shortDay(sale.endsAt)}`,
  ]
  const note = words.filter(Boolean).join(' ')
  return (
    <span className="num block text-caption text-muted max-md:ms-2 max-md:inline">{note || 'until you end it'}</span>
  )
}

export const MOD_COLUMNS: readonly Column<AdminModRow>[] = [
  {
    key: 'title',
    header: 'Title',
    isSortable: true,
    cell: (mod) => <ModName mod={mod} note={<Marks mod={mod} />} />,
  },
  { key: 'status', header: 'Status', cell: (mod) => <ModState {...mod} /> },
  {
    key: 'price',
    header: 'Price',
    isNumeric: true,
    isSortable: true,
    cell: ({ price, discountPrice, sale }) => (
      <>
        {price === null ? (
          <span className="text-subtle">None</span>
        ) : (
          <Price price={price} discountPrice={discountPrice} />
        )}
        {sale && <SaleNote sale={sale} />}
      </>
    ),
  },
  {
    key: 'rating',
    header: 'Rating',
    isNumeric: true,
    isSortable: true,
    hideBelow: 'lg',
    cell: ({ rating, ratingCount }) => <Rating rating={rating} count={ratingCount} />,
  },
  {
    key: 'released',
    header: 'Release',
    isSortable: true,
    hideBelow: 'xl',
    card: 'hidden',
    cell: ({ version, releasedAt }) =>
      version && releasedAt ? (
        <span className="num">
          {version} <span className="text-muted">{calendarDay(releasedAt)}</span>
        </span>
      ) : (
        <span className="text-subtle">None</span>
      ),
  },
  {
    key: 'updated',
    header: 'Updated',
    isSortable: true,
    isNumeric: true,
    hideBelow: 'xl',
    card: 'hidden',
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    card: 'action',
    cell: (mod) => <ModRowMenu mod={mod} />,
  },
]

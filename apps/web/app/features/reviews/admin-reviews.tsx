import { MessageSquareText } from 'lucide-react'
import type { AdminReview, ReviewStatus } from '@slipstream/contract/reviews-admin'
import { calendarDay } from '#lib/calendar-day.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Stars } from '#ui/stars.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useFilters } from '#ui/use-filters.ts'
import { REVIEWS_AT_A_TIME, useAdminReviews } from './admin-reviews.queries.ts'

const STATUSES: Record<ReviewStatus, { tone: Tone; word: string }> = {
  pending: { tone: 'warning', word: 'Pending' },
  approved: { tone: 'success', word: 'Approved' },
  rejected: { tone: 'destructive', word: 'Rejected' },
}

const isStatus = (text: string): text is ReviewStatus => text in STATUSES

const Words = ({ review: { title, body, rating, isFeatured } }: { review: AdminReview }) => (
  <span className="block max-w-[60ch] min-w-0 py-1.5">
    <span className="flex items-center gap-2">
      <span className="min-w-0 truncate">{title || `${rating} of 5 stars`}</span>
      {isFeatured && <Badge tone="primary">Featured</Badge>}
    </span>
    {body && <span className="line-clamp-2 text-small font-normal text-muted">{body}</span>}
  </span>
)

const COLUMNS: readonly Column<AdminReview>[] = [
  { key: 'review', header: 'Review', cell: (review) => <Words review={review} /> },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ status }) => <Status tone={STATUSES[status].tone}>{STATUSES[status].word}</Status>,
  },
  {
    key: 'rating',
    header: 'Rating',
    cell: ({ rating }) => <Stars rating={rating} label={`${rating} of 5 stars`} className="text-ui" />,
  },
  {
    key: 'mod',
    header: 'Mod',
    cell: ({ modId, modTitle }) => (
      <Link to={`/admin/products/edit/${modId}`} className="rounded-sm underline-offset-4 hover:underline">
        {modTitle}
      </Link>
    ),
  },
  { key: 'author', header: 'By', hideBelow: 'lg', cell: ({ author }) => author },
  {
    key: 'day',
    header: 'Day',
    isNumeric: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {calendarDay(createdAt)}
      </time>
    ),
  },
]

/** All reviews, of every status. */
export const AdminReviews = () => {
  const filters = useFilters(['status'])
  const { status } = filters.values
  const { list, reviews } = useAdminReviews(isStatus(status) ? status : undefined)
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        filters={filters}
        selects={[
          {
            name: 'status',
            label: 'Status',
            any: 'Any status',
            options: Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word })),
          },
        ]}
        isPending={list.isPlaceholderData}
      />
      <DataTable
        caption="Reviews"
        query={list}
        failure="The reviews could not be loaded."
        columns={COLUMNS}
        rows={reviews}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<MessageSquareText />}
            title={status ? 'No reviews match this status' : 'No reviews yet'}
            description={status ? undefined : 'Customers who own a mod can review it on its page.'}
          />
        }
        step={REVIEWS_AT_A_TIME}
      />
    </div>
  )
}

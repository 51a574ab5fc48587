import { Mail, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Newsletter } from '@slipstream/contract/newsletter'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadedNewsletter, NewNewsletter } from './loaded-newsletter.tsx'
import { useNewsletters } from './newsletter.queries.ts'
import { NewsletterStatus } from './newsletter-status.tsx'
import { SenderDomain } from './sender-domain.tsx'
import { Suppressions } from './suppressions.tsx'

const PER_PAGE = 20

/** The query selects the open newsletter: `?letter=12` or `?letter=new`. `wishlists` is rendered below the list. */
export const NewsletterSection = ({ wishlists }: { wishlists: ReactNode }) => {
  const [search] = useSearchParams()
  const open = search.get('letter')
  if (open === 'new') return <NewNewsletter />
  if (open !== null && /^\d{1,9}$/.test(open)) return <LoadedNewsletter id={Number(open)} />
  return (
    <>
      <NewsletterList />
      {wishlists}
      <SenderDomain />
      <Suppressions />
    </>
  )
}

const WriteButton = () => (
  <Button asChild variant="primary" size="sm">
    <Link to="/admin/communications/newsletter?letter=new">
      <Plus aria-hidden="true" />
      Write a newsletter
    </Link>
  </Button>
)

const NewsletterList = () => {
  const { list, items } = useNewsletters()
  if (list.isPending) return <Skeleton className="h-40 rounded-2xl" />
  if (list.isError) {
    return (
      <Card>
        <ErrorState
          title="The newsletters could not be loaded."
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      </Card>
    )
  }
  return (
    <Card title="Newsletters" actions={<WriteButton />} isFlush>
      {items.length === 0 ? (
        <EmptyState
          icon={<Mail />}
          title="No newsletter yet"
          description="It goes only to people who turned on “News and offers” in their profile."
        />
      ) : (
        <ul aria-label="Newsletters, newest first" className="flex flex-col divide-y border-t">
          {items.map((newsletter) => (
            <NewsletterRow key={newsletter.id} newsletter={newsletter} />
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <div className="border-t px-4 py-3 md:px-5">
          <LoadMore
            shown={items.length}
            step={PER_PAGE}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </div>
      )}
    </Card>
  )
}

const NewsletterRow = ({
  newsletter: { id, form, state, counts, scheduledAt, createdAt },
}: {
  newsletter: Newsletter
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-5">
    <div className="min-w-0 flex-1 basis-60">
      <Link
        to={`/admin/communications/newsletter?letter=${id}`}
        className="rounded-sm text-ui font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {form.subject}
      </Link>
      <p className="text-small text-muted">
        <Moment at={scheduledAt ?? createdAt} />
      </p>
    </div>
    {counts.accepted > 0 && <span className="num text-small text-muted">{countText(counts.accepted)} submitted</span>}
    {counts.unknown > 0 && <span className="num text-small text-warning">{countText(counts.unknown)} unknown</span>}
    <NewsletterStatus state={state} />
  </li>
)

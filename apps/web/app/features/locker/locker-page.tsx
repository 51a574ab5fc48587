import { Gem, PackageOpen, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Locker, LockerItem } from '@slipstream/contract/locker'
import { calendarDay } from '#lib/dates.ts'
import { countText, plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ChoicePills } from '#ui/choice-pills.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Input } from '#ui/input.tsx'
import { DownloadHistory } from './download-history.tsx'
import { LockerRow } from './locker-row.tsx'
import { LockerSkeleton } from './locker-skeleton.tsx'
import { useLocker } from './locker.queries.ts'
import { PremiumEnded } from './premium-ended.tsx'

interface LockerPageProps {
  /** The install guide. */
  guide: (title: string, isDownloaded: boolean) => ReactNode
  /** The list of all the user's orders. */
  orders?: ReactNode
}

/** The mods that a user owns or that Premium includes, with downloads. */
const LockerPage = (props: LockerPageProps) => {
  const { data: locker, error, refetch, isFetching } = useLocker()
  if (locker) return <LockerContents locker={locker} {...props} />
  if (!error) return <LockerSkeleton />
  return (
    <ErrorState
      title="Your purchases could not be loaded."
      description="They are safe. Only this page failed to load."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      error={error}
    />
  )
}

const UPDATES = 'updates'
/** A shorter list needs no search. */
const SEARCHED_FROM = 6

const LockerContents = ({ locker, guide, orders }: LockerPageProps & { locker: Locker }) => {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState('')
  const { items } = locker
  const updates = items.filter(({ hasUpdate }) => hasUpdate).length
  const shown = items.filter((item) => fits(item, filter, search))
  const included = shown.filter(({ source }) => source === 'premium')

  if (items.length === 0) {
    return (
      <>
        <PremiumEnded locker={locker} />
        <EmptyState
          icon={<PackageOpen />}
          title="Your locker is empty"
          description="Every mod you buy appears here, with all its updates."
          action={
            <Button asChild variant="primary" size="lg">
              <Link to="/mods">Browse all mods</Link>
            </Button>
          }
        />
        {orders}
      </>
    )
  }
  return (
    <>
      <PremiumEnded locker={locker} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="num text-muted">
          {plural(items.length, 'mod')}
          {updates > 0 && `\u00a0· ${plural(updates, 'update')}`}
        </p>
        {items.length >= SEARCHED_FROM && (
          <Input
            type="search"
            aria-label="Search your purchases"
            placeholder="Search your purchases"
            icon={<Search />}
            className="w-full sm:w-72"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </div>
      <Filters items={items} updates={updates} filter={filter} onFilter={setFilter} />
      <Rows label="Your mods" items={shown.filter(({ source }) => source !== 'premium')} {...{ locker, guide }} />
      {included.length > 0 && (
        <section aria-labelledby="included" className="mt-10">
          <h2 id="included" className="flex items-center gap-2.5 text-title">
            <Gem className="size-5 text-premium" aria-hidden="true" />
            Included with your Premium
          </h2>
          {locker.premiumExpiresAt && (
            <p className="mt-1 text-ui text-muted">
              Yours to download while your Premium lasts, currently until{' '}
              <time dateTime={locker.premiumExpiresAt}>{calendarDay(locker.premiumExpiresAt)}</time>.
            </p>
          )}
          <Rows label="Included with your Premium" items={included} {...{ locker, guide }} />
        </section>
      )}
      {shown.length === 0 && (
        <EmptyState
          icon={<Search />}
          title="No mods match"
          action={
            <Button
              variant="outline"
              onClick={() => {
                setSearch('')
                setFilter('')
              }}
            >
              Show all
            </Button>
          }
        />
      )}
      <div className="mt-12 space-y-4">
        {orders}
        <DownloadHistory />
      </div>
    </>
  )
}

interface RowsProps extends Pick<LockerPageProps, 'guide'> {
  label: string
  items: readonly LockerItem[]
  locker: Locker
}

const Rows = ({ label, items, locker, guide }: RowsProps) =>
  items.length > 0 && (
    <ul className="mt-5 space-y-3" aria-label={label}>
      {items.map((item) => (
        <LockerRow
          key={item.modId}
          item={item}
          locker={locker}
          guide={(isDownloaded) => guide(item.title, isDownloaded)}
        />
      ))}
    </ul>
  )

const fits = ({ title, category, hasUpdate }: LockerItem, filter: string, search: string) => {
  const isChosen = filter === '' || (filter === UPDATES ? hasUpdate : category === filter)
  return isChosen && title.toLowerCase().includes(search.trim().toLowerCase())
}

interface FiltersProps {
  items: readonly LockerItem[]
  updates: number
  filter: string
  onFilter: (filter: string) => void
}

const Filters = ({ items, updates, filter, onFilter }: FiltersProps) => {
  const categories = new Map(items.map(({ category, categoryName }) => [category, categoryName]))
  const choices = [
    { value: '', label: 'All' },
    ...(updates > 0 ? [{ value: UPDATES, label: `Updates ${countText(updates)}` }] : []),
    ...(categories.size > 1 ? [...categories].map(([value, label]) => ({ value, label })) : []),
  ]
  if (choices.length === 1) return null
  return (
    <ChoicePills
      label="Show"
      className="-mx-5 mt-5 px-5 md:mx-0 md:px-0"
      choices={choices}
      value={filter}
      onValueChange={onFilter}
    />
  )
}

export default LockerPage

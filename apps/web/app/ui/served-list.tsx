import type { ReactNode } from 'react'
import { useFocusOnNew } from '#lib/use-paged-list.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'

interface ServedListProps<Item> {
  /** What useServedList returned. */
  list: {
    first: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown }
    items: readonly Item[]
    next: string | null
    more: { load: () => void; isLoading: boolean; error: Error | null }
  }
  /** The page size. */
  step: number
  /** The number of items, if it is known. */
  total?: number
  /** What failed, in plain words: "The reviews could not be loaded." */
  failure: string
  /** Shown below the error when the first page fails to load. */
  advice?: string
  skeleton: ReactNode
  empty?: ReactNode
  /** Selects the part of each item that gets the focus if the item is the first new one. */
  focusOn: string
  isBusy?: boolean
  className?: string
  /** Replaces "Load more" and the number of items shown. */
  foot?: (load: () => void) => ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list whose first page comes with the HTML, in all its states. The pages below are loaded on demand. */
export const ServedList = <Item,>(props: ServedListProps<Item>) => {
  const { list, focusOn, isBusy, className, foot, children } = props
  const { first, items, more } = list
  const { list: place, expectMore } = useFocusOnNew<HTMLDivElement>(items.length, focusOn)
  const load = () => {
    expectMore()
    more.load()
  }
  return (
    <>
      {/* A refetch has failed, so the items may be out of date. */}
      {items.length > 0 && first.error && <Failure {...props} error={first.error} />}
      <div ref={place} aria-busy={isBusy ?? (first.isFetching || more.isLoading)} className={className}>
        {items.length > 0 ? children(items) : <NoItems {...props} />}
      </div>
      {items.length > 0 && (foot ? foot(load) : <Foot {...props} load={load} />)}
    </>
  )
}

const NoItems = <Item,>(props: ServedListProps<Item>) => {
  const { isPending, error } = props.list.first
  if (isPending) return props.skeleton
  return error ? <Failure {...props} error={error} /> : props.empty
}

const Failure = <Item,>({ list: { first }, failure, advice, error }: ServedListProps<Item> & { error: Error }) => (
  <ErrorState
    title={failure}
    error={error}
    description={advice}
    onRetry={() => void first.refetch()}
    isRetrying={first.isFetching}
  />
)

const Foot = <Item,>({ list, step, total, failure, load }: ServedListProps<Item> & { load: () => void }) => {
  const { items, next, more } = list
  if (more.error) return <ErrorState title={failure} error={more.error} onRetry={load} />
  if (next === null && items.length <= step) return null
  // The total may be older than the list.
  const count = next === null ? items.length : Math.max(total ?? 0, items.length + 1)
  return (
    <div className="mt-6">
      <LoadMore
        shown={items.length}
        total={total === undefined ? undefined : { count, orMore: false }}
        step={step}
        hasMore={next !== null}
        isLoading={more.isLoading}
        onLoadMore={load}
      />
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFocusOnNew } from '#lib/use-paged-list.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** What usePagedList returns. */
interface PagedList<Item> {
  list: {
    isPending: boolean
    error: Error | null
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<unknown>
    hasNextPage: boolean
    isFetching: boolean
  }
  items: readonly Item[]
}

interface CollapsibleListProps<Item> {
  title: string
  /** Loads when the list is opened. */
  useItems: (isOpen: boolean) => PagedList<Item>
  rowKey: (item: Item) => string | number
  row: (item: Item) => ReactNode
  /** Shown when the list is empty. */
  empty: string
  /** Shown when loading failed. */
  failure: string
}

/** A list that few people need: collapsed at first, and loaded page by page. */
export const CollapsibleList = <Item,>(props: CollapsibleListProps<Item>) => {
  const { title, useItems, rowKey, row, empty, failure } = props
  const [isOpen, setOpen] = useState(false)
  const { list, items } = useItems(isOpen)
  const { list: place, expectMore } = useFocusOnNew<HTMLOListElement>(items.length, ':scope > li')
  const { isPending, error, refetch, fetchNextPage, hasNextPage, isFetching } = list
  const loadMore = () => {
    expectMore()
    void fetchNextPage()
  }
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-sm text-title [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown className="size-5 text-muted transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      {error && (
        <p role="alert" className="mt-4 text-ui text-destructive">
          {failure}{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {isPending && !error && <Skeleton className="mt-4 h-24 rounded-xl" />}
      {!isPending && items.length === 0 && <p className="mt-4 text-ui text-muted">{empty}</p>}
      {items.length > 0 && (
        <ol ref={place} className="mt-4 divide-y text-ui">
          {items.map((item) => (
            <li key={rowKey(item)} className="num flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
              {row(item)}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="outline" className="mt-4" isLoading={isFetching} onClick={loadMore}>
          Show older
        </Button>
      )}
    </details>
  )
}

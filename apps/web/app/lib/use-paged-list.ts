import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { maySend } from './personal-queries.ts'
import type { QueryPath } from './query-keys.ts'

/** The response of every endpoint that returns a list in pages. */
interface Page {
  items: readonly unknown[]
  /** The cursor of the next page; null at the end. */
  next: string | null
}
type ItemOf<P extends Page> = P['items'][number]

/** The first part is the path of the endpoint, so that the list can be invalidated by its path. */
type ListKey = readonly [QueryPath, ...unknown[]]

interface ListOptions {
  enabled?: boolean
  /** 0 for a list that must be fresh on every visit. */
  staleTime?: number
}

/** The pages of a list loaded so far, in one query. */
export const usePagedList = <P extends Page>(
  queryKey: ListKey,
  readPage: (after: string | undefined, signal: AbortSignal) => Promise<P>,
  { enabled = true, ...options }: ListOptions = { staleTime: 0 },
) => {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    enabled: (query) => enabled && maySend(query),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  })
  const pages = list.data?.pages ?? []
  return { list, first: pages[0], items: pages.flatMap(({ items }) => items as ItemOf<P>[]) }
}

interface ServedListOptions {
  /** How long the pages after the first are kept after the user leaves the list. */
  gcTime?: number
}

/**
 * A list whose first page comes with the HTML and is as fresh as the HTML. The pages after it are loaded on demand
 * only, and are keyed by the cursor at which the first page ends.
 */
export const useServedList = <P extends Page>(
  firstPage: UseQueryOptions<P, Error, P, ApiAddress[]>,
  below: ListKey,
  readPage: (after: string) => Promise<P>,
  options: ServedListOptions = {},
) => {
  const first = useQuery(firstPage)
  const end = first.data?.next ?? null
  const more = useInfiniteQuery({
    queryKey: [...below, 'below', end] as QueryKey,
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: end ?? '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: false,
    ...options,
  })
  const pages = first.data ? [first.data, ...(more.data?.pages ?? [])] : []
  return {
    first,
    items: pages.flatMap(({ items }) => items as ItemOf<P>[]),
    next: pages.at(-1)?.next ?? null,
    more: {
      load: () => void more.fetchNextPage(),
      isLoading: more.isFetching,
      error: more.isFetching ? null : more.error,
    },
  }
}

/**
 * After "Load more" the focus moves to the first new item, because the button has moved or is gone. It stays where it
 * is if the user has moved it in the meantime.
 */
export const useFocusOnNew = <Element extends HTMLElement>(count: number, selector: string) => {
  const list = useRef<Element>(null)
  const expected = useRef<{ before: number; focused: unknown } | null>(null)
  useEffect(() => {
    const { before = count, focused } = expected.current ?? {}
    if (count <= before) return
    expected.current = null
    const item = list.current?.querySelectorAll<HTMLElement>(selector)[before]
    const { activeElement } = document
    if (!item || (activeElement !== focused && activeElement !== document.body)) return
    // Rows and list items take the focus only with a tabindex.
    if (item.tabIndex < 0) item.tabIndex = -1
    item.focus({ preventScroll: true })
  }, [count, selector])
  const expectMore = () => {
    expected.current = { before: count, focused: document.activeElement }
  }
  return { list, expectMore }
}

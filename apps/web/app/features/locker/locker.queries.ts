import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Download, Locker, LockerItem } from '@slipstream/contract/locker'
import { apiQuery, callApi } from '#lib/api.ts'

const contract = async () => (await import('@slipstream/contract/locker')).lockerApi

const LOCKER = '/api/locker'
const DOWNLOADS = '/api/locker/downloads'
const ASK_AGAIN_MS = 2_000

const lockerQuery = apiQuery(LOCKER, async () => (await contract()).list)

/** Asked for at every visit: purchases and releases arrive without this page. */
export const useLocker = () => useQuery({ ...lockerQuery, staleTime: 0, refetchOnMount: 'always' })

const useReplaceItem = () => {
  const queries = useQueryClient()
  return (item: LockerItem) =>
    queries.setQueryData<Locker>(lockerQuery.queryKey, (locker) =>
      locker ? { ...locker, items: locker.items.map((old) => (old.modId === item.modId ? item : old)) } : locker,
    )
}

/** Asks until the copy is ready, then hands its address to the browser, which keeps the page. */
export const useDownload = (modId: number) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { download } = await contract()
      for (;;) {
        const answer = await callApi(download, { params: { modId }, body: {} })
        if (answer.state === 'ready') return answer
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      }
    },
    onSuccess: ({ url }: Extract<Download, { state: 'ready' }>) => {
      location.assign(url)
      void queries.invalidateQueries({ queryKey: lockerQuery.queryKey })
      void queries.invalidateQueries({ queryKey: [DOWNLOADS] })
    },
  })
}

export const useRenew = (modId: number) => {
  const replaceItem = useReplaceItem()
  return useMutation({
    mutationFn: async () => callApi((await contract()).renew, { params: { modId } }),
    onSuccess: replaceItem,
  })
}

export const useReport = (modId: number) => {
  const replaceItem = useReplaceItem()
  return useMutation({
    mutationFn: async (body: { report: 'works' | 'broken'; note: string }) =>
      callApi((await contract()).report, { params: { modId }, body }),
    onSuccess: replaceItem,
  })
}

export const useDownloadNotes = (isWanted: boolean) =>
  useInfiniteQuery({
    queryKey: [DOWNLOADS],
    queryFn: async ({ pageParam }) =>
      callApi((await contract()).downloads, { query: pageParam === null ? {} : { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isWanted,
  })

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Download, Locker, LockerItem } from '@slipstream/contract/locker'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'
import { isWaitingSinceBefore, setCopyStep, useCopyStep } from './waiting-copies.ts'

const contract = async () => (await import('@slipstream/contract/locker')).lockerApi

const NEWS_FRESH_MS = 5 * 60_000
/** A small copy is ready almost at once. A large one takes so long that it is polled less and less often. */
const FIRST_POLL_MS = 500
const SLOWEST_POLL_MS = 5_000

const newsQuery = { ...apiQuery(PATHS.lockerNews, async () => (await contract()).news), staleTime: NEWS_FRESH_MS }

/** Runs on every page, so it is fetched rarely: on load, and on return after some minutes. */
export const useUpdates = () => useQuery({ ...newsQuery, refetchOnWindowFocus: true }).data?.updates ?? 0

const lockerQuery = queryOptions({
  queryKey: [PATHS.locker],
  queryFn: async ({ client }) => {
    const locker = await callApi((await contract()).list)
    // Keeps the header's update count in sync with this list.
    client.setQueryData(newsQuery.queryKey, { updates: locker.items.filter(({ hasUpdate }) => hasUpdate).length })
    return locker
  },
})

/** Fetched on every visit: purchases and releases arrive independently of this page. */
export const useLocker = () => useQuery({ ...lockerQuery, staleTime: 0, refetchOnMount: 'always' })

const replaceItem = (queries: QueryClient, item: LockerItem) =>
  queries.setQueryData<Locker>(lockerQuery.queryKey, (locker) =>
    locker ? { ...locker, items: locker.items.map((old) => (old.modId === item.modId ? item : old)) } : locker,
  )

const untilReady = async (modId: number) => {
  const { download } = await contract()
  let answer = await callApi(download, { params: { modId }, body: {} })
  for (let wait = FIRST_POLL_MS; answer.state === 'preparing'; wait = Math.min(wait * 1.5, SLOWEST_POLL_MS)) {
    setCopyStep(modId, answer.step)
    await new Promise((resolve) => setTimeout(resolve, wait))
    answer = await callApi(download, { params: { modId }, body: { isWaiting: true } })
  }
  return answer
}

/**
 * Polls until the copy is ready, then hands the URL to the browser, which stays on the page. Continues after a
 * navigation or a reload. With `isRenewed`, an expired download period is renewed first.
 */
export const useDownload = (modId: number, { isRenewed = false } = {}) => {
  const queries = useQueryClient()
  const step = useCopyStep(modId)
  const mutation = useMutation({
    mutationFn: async () => {
      if (isRenewed) await callApi((await contract()).renew, { params: { modId } })
      return untilReady(modId)
    },
    onSuccess: ({ url }: Extract<Download, { state: 'ready' }>) => {
      location.assign(url)
      void invalidate(queries, PATHS.locker, PATHS.lockerNews, PATHS.downloads)
    },
    onSettled: () => setCopyStep(modId, null),
  })
  const { mutate } = mutation
  useEffect(() => {
    if (!isWaitingSinceBefore(modId)) return
    // Set at once, so that a second button for the same mod does not start it again.
    setCopyStep(modId, 'queue')
    mutate()
  }, [modId, mutate])
  return { ...mutation, step }
}

export const useRenew = (modId: number) =>
  useApiMutation(contract, (api) => callApi(api.renew, { params: { modId } }), { show: replaceItem })

export const reportRules = async () => (await contract()).report.body

export const useReport = (modId: number) =>
  useApiMutation(
    contract,
    (api, body: { report: 'works' | 'broken'; note: string }) => callApi(api.report, { params: { modId }, body }),
    { show: replaceItem },
  )

export const useDownloadNotes = (isWanted: boolean) =>
  usePagedList(
    [PATHS.downloads],
    async (after, signal) => callApi((await contract()).downloads, { query: { after } }, signal),
    {
      enabled: isWanted,
    },
  )

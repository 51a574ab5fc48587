import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { DbCheck, DeveloperTask, HealthSnapshot, NewTask } from '@slipstream/contract/developer'
import type { MaintenanceWindow } from '@slipstream/contract/maintenance'
import { HEALTH_REFETCH_MS, LOGS_REFETCH_MS, LOGS_STALE_MS } from '@slipstream/contract/polling'
import type { SiteStatus } from '@slipstream/contract/settings'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { createStore } from '#ui/external-store.ts'

const contract = async () => (await import('@slipstream/contract/developer')).developerApi
type DeveloperApi = Awaited<ReturnType<typeof contract>>

const LOG_LINES = 200
const MOST_SAMPLES = 20

export interface LatencySample {
  at: string
  ms: number
  ok: boolean
}

/** The database latency of the last snapshots; switching tabs keeps them. */
export const latencySamples = createStore<readonly LatencySample[]>([])

const keepSample = ({ checkedAt, systems: { database } }: HealthSnapshot) =>
  latencySamples.set([
    ...latencySamples.get().slice(1 - MOST_SAMPLES),
    { at: checkedAt, ms: database.latencyMs, ok: database.ok },
  ])

export const useLatencySamples = () =>
  useSyncExternalStore(latencySamples.subscribe, latencySamples.get, latencySamples.get)

const healthQuery = apiQuery(ADMIN_PATHS.health, async () => (await contract()).health)

export const useHealth = () =>
  useQuery({
    queryKey: healthQuery.queryKey,
    queryFn: async ({ signal }) => {
      const snapshot = await callApi((await contract()).health, undefined, signal)
      keepSample(snapshot)
      return snapshot
    },
    staleTime: 0,
    refetchInterval: HEALTH_REFETCH_MS,
    // The next refetch comes soon enough, and a retry would hide the failure until then.
    retry: false,
  })
export type HealthQuery = ReturnType<typeof useHealth>

export const useLogs = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.logs, async () => (await contract()).logs, { query: { limit: LOG_LINES } }),
    staleTime: LOGS_STALE_MS,
    refetchInterval: LOGS_REFETCH_MS,
    retry: false,
  })

export const useTasks = () => useQuery(apiQuery(ADMIN_PATHS.tasks, async () => (await contract()).tasks))

/** An action of the dashboard. It is never retried automatically, and the queries that it changes are refetched. */
const useAct = <Told, Answer>(act: (api: DeveloperApi, told: Told) => Promise<Answer>, changes: 'health' | 'tasks') => {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: () => invalidate(queries, ADMIN_PATHS[changes]),
    networkMode: 'always',
  })
}

export const useCreateTask = () => useAct((api, body: NewTask) => callApi(api.createTask, { body }), 'tasks')

export const useToggleTask = () =>
  useAct(
    (api, { id, status }: Pick<DeveloperTask, 'id' | 'status'>) =>
      callApi(api.changeTask, { params: { id }, body: { status: status === 'done' ? 'in_progress' : 'done' } }),
    'tasks',
  )

export const useDeleteTask = () => useAct((api, id: number) => callApi(api.removeTask, { params: { id } }), 'tasks')

export const taskRules = async () => (await contract()).createTask.body

/** The status that every page polls anyway. Only read from the cache, never fetched here. */
export const useKnownStatus = () => useQuery<SiteStatus>({ queryKey: [PATHS.siteStatus], queryFn: skipToken })

/** Shows the response at once: a refetch might still get the old status from a process's memory or a CDN. */
const showStatus = (queries: QueryClient, status: SiteStatus) => {
  queries.setQueryData<SiteStatus>([PATHS.siteStatus], status)
  queries.setQueryData<SiteStatus & { openRequests: number }>(
    [PATHS.settings],
    (polled) => polled && { openRequests: polled.openRequests, ...status },
  )
  queries.setQueryData<HealthSnapshot>(
    [ADMIN_PATHS.health],
    (measured) => measured && { ...measured, settings: { maintenanceMode: status.maintenanceMode } },
  )
}

const useMaintenanceAct = <Told>(act: (api: DeveloperApi, told: Told) => Promise<SiteStatus>) => {
  const queries = useQueryClient()
  return useMutation<SiteStatus, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: (status) => showStatus(queries, status),
    networkMode: 'always',
  })
}
export const usePlanWindow = () =>
  useMaintenanceAct((api, body: MaintenanceWindow) => callApi(api.planMaintenance, { body }))
export const useCancelWindow = () => useMaintenanceAct<void>((api) => callApi(api.cancelMaintenance))
export const useSwitchMaintenance = () =>
  useMaintenanceAct(async (api, enabled: boolean) => ({
    ...(await callApi(api.maintenance, { body: { enabled } })),
    // An answer without an error means that it is as asked.
    maintenanceMode: enabled,
  }))
export const windowRules = async () => (await contract()).planMaintenance.body

export const usePurge = () => useAct((api) => callApi(api.purge, { body: {} }), 'health')
export const useDbCheck = () => useAct<void, DbCheck>((api) => callApi(api.dbCheck, { body: {} }), 'health')

/** Tools that only show whether they succeeded. */
export const runTool = {
  ping: async () => callApi((await contract()).ping),
  sitemap: async () => callApi((await contract()).revalidateSitemap),
  warmMods: async () => callApi((await contract()).warmMods),
  warmReviews: async () => callApi((await contract()).warmReviews),
  warmBoth: async () => {
    const api = await contract()
    return Promise.all([callApi(api.warmMods), callApi(api.warmReviews)])
  },
} as const

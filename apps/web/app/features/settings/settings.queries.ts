import { useQuery } from '@tanstack/react-query'
import { DEFAULT_STORE } from '@slipstream/contract/default-store'
import { SITE_STATUS_POLL_MS } from '@slipstream/contract/polling'
import type { SiteStatus, Store } from '@slipstream/contract/settings'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { ApiError, parseJson, request } from '#lib/request.ts'

const contract = async () => (await import('@slipstream/contract/settings')).settingsApi
const siteStatus = async () => (await import('@slipstream/contract/settings')).SiteStatus

const storeQuery = apiQuery(PATHS.store, async () => (await contract()).store)

/** Without the settings that only loaders need: search texts and the accent. */
type ShownStore = Pick<Store, keyof typeof DEFAULT_STORE | 'givesDiscordRole'>

const NO_ANSWER: ShownStore = { ...DEFAULT_STORE, givesDiscordRole: false }
export const useStore = (): ShownStore => useQuery(storeQuery).data ?? NO_ANSWER

/** A response that cannot be parsed counts as "open": a broken proxy must not close the store. */
const fetchSiteStatus = async (): Promise<SiteStatus> => {
  const [response, schema] = await Promise.all([request(PATHS.siteStatus), siteStatus()])
  const parsed = schema.safeParse(parseJson(await response.text()))
  return parsed.success ? parsed.data : { maintenanceMode: false }
}

export const useSiteStatus = (): SiteStatus => {
  const { data } = useQuery({
    queryKey: [PATHS.siteStatus],
    queryFn: fetchSiteStatus,
    refetchInterval: SITE_STATUS_POLL_MS,
    refetchOnWindowFocus: 'always',
  })
  return data ?? { maintenanceMode: false }
}

const adminSettingsQuery = apiQuery(PATHS.settings, async () => (await contract()).adminSettings)

/** For admins only, polled as often as the public status; a 403 stops the polling. */
export const useAdminSettings = () =>
  useQuery({
    ...adminSettingsQuery,
    refetchInterval: ({ state: { error } }) =>
      error instanceof ApiError && error.status === 403 ? false : SITE_STATUS_POLL_MS,
  })

/** Never fetches: every page already polls for admins, and an interval per component would multiply the requests. */
export const useOpenRequests = (): number => useQuery({ ...adminSettingsQuery, enabled: false }).data?.openRequests ?? 0

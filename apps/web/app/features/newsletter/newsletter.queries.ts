import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Audience, NewsletterForm } from '@slipstream/contract/newsletter'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/newsletter')).newsletterApi
type NewsletterApi = Awaited<ReturnType<typeof contract>>

const { newsletters: LIST, newsletter: ONE, newsletterUnknown: UNKNOWN, suppressions: SUPPRESSED } = ADMIN_PATHS
const POLL_MS = 2_000

export const useNewsletters = () =>
  usePagedList([LIST], async (after, signal) => callApi((await contract()).list, { query: { after } }, signal))

/** Polled while it is being sent. */
export const useNewsletter = (id: number) =>
  useQuery({
    ...apiQuery(ONE, async () => (await contract()).read, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'sending' ? POLL_MS : false),
  })

export const useUnknown = (id: number) =>
  usePagedList([UNKNOWN, id], async (after, signal) =>
    callApi((await contract()).unknown, { params: { id }, query: { after } }, signal),
  )

export const useSenderDomain = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.mailDomain, async () => (await contract()).domain), staleTime: 0 })

export const useSuppressions = () =>
  usePagedList([SUPPRESSED], async (after, signal) =>
    callApi((await contract()).suppressions, { query: { after } }, signal),
  )

export const useAudienceSize = (audience: Audience) =>
  useQuery({
    queryKey: [ADMIN_PATHS.newsletterAudience, audience],
    queryFn: async ({ signal }) => callApi((await contract()).audience, { body: { audience } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** `form` is null while it cannot be rendered; the last preview stays. */
export const usePreview = (form: NewsletterForm | null) =>
  useQuery({
    queryKey: [ADMIN_PATHS.newsletterPreview, form],
    queryFn: async ({ signal }) => callApi((await contract()).preview, { body: form as NewsletterForm }, signal),
    enabled: form !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

export const newsletterRules = async () => (await contract()).create.body

const CHANGED = [LIST, ONE, UNKNOWN, ADMIN_PATHS.operations] as const

const useAct = <Told, Answer>(act: (api: NewsletterApi, told: Told) => Promise<Answer>) =>
  useApiMutation(contract, act, { refresh: CHANGED })

/** Creates a draft if there is no id. */
export const useSaveNewsletter = (id: number | null) =>
  useAct((api, body: NewsletterForm) =>
    id === null ? callApi(api.create, { body }) : callApi(api.edit, { params: { id }, body }),
  )
export const useSendTest = () =>
  useApiMutation(contract, (api, body: NewsletterForm) => callApi(api.test, { body }), {})
export const useRemoveNewsletter = (id: number) => useAct((api) => callApi(api.remove, { params: { id } }))
export const useSendNewsletter = (id: number) =>
  useAct((api, at: string | null) => callApi(api.send, { params: { id }, body: { at } }))

export type Move = 'pause' | 'resume' | 'cancel' | 'resendUnknown'
export const useMoveNewsletter = (id: number) => useAct((api, move: Move) => callApi(api[move], { params: { id } }))

export const useLetBackIn = () =>
  useApiMutation(contract, (api, id: number) => callApi(api.letBackIn, { params: { id } }), { refresh: [SUPPRESSED] })

const MOST_MODS = 48
/** The newest mods on sale, to choose an audience by. */
export const useChoosableMods = () =>
  useQuery({
    queryKey: [`${PATHS.mods}?limit=${MOST_MODS}`],
    queryFn: async ({ signal }) => {
      const { modsApi } = await import('@slipstream/contract/mods')
      return callApi(modsApi.list, { query: { limit: MOST_MODS } }, signal)
    },
  })

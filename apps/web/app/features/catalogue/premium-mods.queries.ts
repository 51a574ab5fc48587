/** Separate from the other catalogue queries, so that the subscription page does not load the code of the cards. */
import { useQuery } from '@tanstack/react-query'
import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

/** The query of the subscription page, for browser and server. */
export const PREMIUM = { premium: 'true', limit: 2 * CARDS_PER_PAGE } as const

const listApi = async () => (await import('@slipstream/contract/mods')).modsApi.list

export const usePremiumMods = () => useQuery(apiQuery(PATHS.mods, listApi, { query: PREMIUM }))

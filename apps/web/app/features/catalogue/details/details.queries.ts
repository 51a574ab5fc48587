import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = () => import('@slipstream/contract/mods')

export const useModDetails = (id: number) =>
  useQuery(apiQuery(PATHS.mod, async () => (await contract()).modsApi.details, { params: { id } }))

export const useRelatedMods = (id: number) =>
  useQuery(apiQuery(PATHS.relatedMods, async () => (await contract()).modsApi.related, { params: { id } }))

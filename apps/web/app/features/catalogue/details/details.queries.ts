import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/mods')).modsApi

export const useModDetails = (id: number) =>
  useQuery(apiQuery(PATHS.mod, async () => (await contract()).details, { params: { id } }))

export const useRelatedMods = (id: number) =>
  useQuery(apiQuery(PATHS.relatedMods, async () => (await contract()).related, { params: { id } }))

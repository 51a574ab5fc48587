import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'

const contract = () => import('@slipstream/contract/mods')

export const useModDetails = (id: number) =>
  useQuery(apiQuery('/api/mods/:id', async () => (await contract()).modsApi.details, { params: { id } }))

export const useRelatedMods = (id: number) =>
  useQuery(apiQuery('/api/mods/:id/related', async () => (await contract()).modsApi.related, { params: { id } }))

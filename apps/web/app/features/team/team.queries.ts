import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/team')).teamApi

const categoriesQuery = apiQuery(PATHS.teamCategories, async () => (await contract()).categories)
const membersQuery = apiQuery(PATHS.teamMembers, async () => (await contract()).members)

export const useTeamCategories = () => useQuery(categoriesQuery)
export const useTeamMembers = () => useQuery(membersQuery)

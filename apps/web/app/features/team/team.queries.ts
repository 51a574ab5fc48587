import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = () => import('@slipstream/contract/team')

const categoriesQuery = apiQuery(PATHS.teamCategories, async () => (await contract()).teamApi.categories)
const membersQuery = apiQuery(PATHS.teamMembers, async () => (await contract()).teamApi.members)

export const useTeamCategories = () => useQuery(categoriesQuery)
export const useTeamMembers = () => useQuery(membersQuery)

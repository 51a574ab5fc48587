import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'

const contract = () => import('@slipstream/contract/team')

const categoriesQuery = apiQuery('/api/team/categories', async () => (await contract()).teamApi.categories)
const membersQuery = apiQuery('/api/team/members', async () => (await contract()).teamApi.members)

export const useTeamCategories = () => useQuery(categoriesQuery)
export const useTeamMembers = () => useQuery(membersQuery)

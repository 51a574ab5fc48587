import * as z from 'zod/mini'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { Id } from './id.ts'

export const TeamCategory = z.object({ id: Id, name: z.string(), description: z.string() })
export type TeamCategory = z.output<typeof TeamCategory>

export const TeamMember = z.object({
  id: Id,
  categoryId: Id,
  name: z.string(),
  role: z.string(),
  bio: z.string(),
  avatarUrl: z.nullable(z.string()),
})
export type TeamMember = z.output<typeof TeamMember>

export const teamApi = {
  categories: endpoint({
    method: 'GET',
    path: '/api/team/categories',
    summary: 'List the groups of the team in the creator’s order',
    access: 'public',
    response: z.array(TeamCategory),
    cache: ONE_MINUTE,
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/team/members',
    summary: 'List the members of the team in the creator’s order',
    access: 'public',
    response: z.array(TeamMember),
    cache: ONE_MINUTE,
  }),
}

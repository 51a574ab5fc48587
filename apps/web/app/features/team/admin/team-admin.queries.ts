import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isPictureType } from '@slipstream/contract/picture-types'
import type {
  AdminTeamCategory,
  AdminTeamMember,
  TeamCategoryForm,
  TeamMemberForm,
} from '@slipstream/contract/team-admin'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate, PATHS, type QueryPath } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/team-admin')).teamAdminApi
type TeamAdminApi = Awaited<ReturnType<typeof contract>>

const { adminTeamCategories: CATEGORIES, adminTeamMembers: MEMBERS } = ADMIN_PATHS
/** The admin lists and the public pages. */
const SHOWING_TEAM: readonly QueryPath[] = [CATEGORIES, MEMBERS, PATHS.teamCategories, PATHS.teamMembers]

export const useAdminTeamCategories = () =>
  useQuery({ ...apiQuery(CATEGORIES, async () => (await contract()).categories), staleTime: 0 })
export const useAdminTeamMembers = () =>
  useQuery({ ...apiQuery(MEMBERS, async () => (await contract()).members), staleTime: 0 })

const useTeamAct = <Told = void>(act: (api: TeamAdminApi, told: Told) => Promise<unknown>) =>
  useApiMutation(contract, act, { refresh: SHOWING_TEAM })

/** Creates a group if there is no id. */
export const useSaveTeamCategory = (id?: number) =>
  useTeamAct((api, body: TeamCategoryForm) =>
    id === undefined ? callApi(api.createCategory, { body }) : callApi(api.editCategory, { params: { id }, body }),
  )
export const useRemoveTeamCategory = (id: number) =>
  useTeamAct((api) => callApi(api.removeCategory, { params: { id } }))

/** Creates a member if there is no id. */
export const useSaveTeamMember = (id?: number) =>
  useTeamAct((api, body: TeamMemberForm) =>
    id === undefined ? callApi(api.createMember, { body }) : callApi(api.editMember, { params: { id }, body }),
  )
export const useRemoveTeamMember = (id: number) => useTeamAct((api) => callApi(api.removeMember, { params: { id } }))

export const teamCategoryRules = async () => (await contract()).createCategory.body
export const teamMemberRules = async () => (await contract()).createMember.body

/** Optimistic: shows the new order immediately and the server's order if saving fails. */
const useOrder = <Item>(
  name: string,
  send: (api: TeamAdminApi, items: readonly Item[]) => Promise<unknown>,
  [queryKey, shown]: [QueryKey, (before: unknown, items: readonly Item[]) => unknown],
) => {
  const queries = useQueryClient()
  const mutationKey = ['order of the team', name]
  return useMutation({
    mutationFn: async (items: readonly Item[]) => send(await contract(), items),
    onMutate: async (items) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (before: unknown) => shown(before, items))
    },
    // Refetch only after the last pending change: an earlier response would show an outdated order.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? invalidate(queries, ...SHOWING_TEAM) : undefined),
    mutationKey,
    networkMode: 'always',
    // Runs one at a time so that the last order wins.
    scope: { id: `team order ${name}` },
  })
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

export const useOrderTeamCategories = () =>
  useOrder<AdminTeamCategory>(
    'categories',
    (api, items) => callApi(api.orderCategories, { body: { ids: idsOf(items) } }),
    [[CATEGORIES], (_before, items) => items],
  )

export const useOrderTeamMembers = (categoryId: number) =>
  useOrder<AdminTeamMember>(
    `members ${categoryId}`,
    (api, items) => callApi(api.orderMembers, { body: { categoryId, ids: idsOf(items) } }),
    [
      [MEMBERS],
      (before, items) => {
        const others = (before as AdminTeamMember[] | undefined)?.filter((each) => each.categoryId !== categoryId)
        return [...(others ?? []), ...items]
      },
    ],
  )

/** Uploads a portrait directly to object storage and lets the store re-encode it. */
export const useSendPortrait = () =>
  useApiMutation(
    contract,
    async (api, file: File) => {
      if (!isPictureType(file.type))
        throw new Error(`${file.name} can’t be used. Choose a PNG, JPEG, WebP or AVIF picture.`)
      const { key, url } = await callApi(api.offerPicture, { body: { contentType: file.type } })
      const answer = await fetch(url, { method: 'PUT', body: file, headers: { 'content-type': file.type } })
      if (!answer.ok) throw new Error(`${file.name} could not be uploaded. Try again.`)
      return callApi(api.storePicture, { body: { key } })
    },
    {},
  )

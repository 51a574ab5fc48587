import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import type { Guard } from '#lib/guard.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/users-admin')).usersAdminApi
type UsersApi = Awaited<ReturnType<typeof contract>>

export type UserQuery = NonNullable<Input<UsersApi['export']>['query']>

const { adminUsers: USERS, userFigures: FIGURES, adminUser: USER, userTimeline: TIMELINE } = ADMIN_PATHS
export const USERS_AT_A_TIME = 50

/** The pages of accounts loaded so far. */
export const useUserList = (query: UserQuery) => {
  const { list, items } = usePagedList([USERS, 'list', query], async (after, signal) =>
    callApi((await contract()).list, { query: { ...query, after } }, signal),
  )
  return { list, users: items }
}

const MATCHES = 5

/** Accounts by the beginning of a name or an e-mail address, for the search of the admin area. */
export const useMatchingUsers = (q: string) =>
  useQuery({
    ...apiQuery(USERS, async () => (await contract()).list, { query: { q, limit: MATCHES } }),
    staleTime: 0,
    enabled: q !== '',
  })

export const useUserFigures = () =>
  useQuery({ ...apiQuery(FIGURES, async () => (await contract()).figures), staleTime: 0 })

export const useUserDetail = (id: number) =>
  useQuery({ ...apiQuery(USER, async () => (await contract()).user, { params: { id } }), staleTime: 0 })

/** The pages of the timeline loaded so far. */
export const useTimeline = (id: number) => {
  const { list, items } = usePagedList([TIMELINE, id], async (after, signal) =>
    callApi((await contract()).timeline, { params: { id }, query: { after } }, signal),
  )
  return { list, events: items }
}

/** Refetches everything that shows the account. */
const useUserAct = <Answer, Told = void>(act: (api: UsersApi, told: Told) => Promise<Answer>) =>
  useApiMutation(contract, act, { refresh: [USERS, FIGURES, USER, TIMELINE] })

/** The schema of a request, for its form. */
export const userRules = (act: 'create' | 'addNote' | 'ban' | 'movePurchases' | 'erase') => async () =>
  (await contract())[act].body

interface NewUser {
  username: string
  email: string
  isAdmin: boolean
}
export const useCreateUser = (guard: Guard) =>
  useUserAct((api, body: NewUser) => guard(() => callApi(api.create, { body })))

export const useInviteAgain = (id: number) => useUserAct((api) => callApi(api.invite, { params: { id } }))

export const useAddNote = (id: number) =>
  useUserAct((api, body: string) => callApi(api.addNote, { params: { id }, body: { body } }))

export const useRemoveNote = (id: number) =>
  useUserAct((api, noteId: number) => callApi(api.removeNote, { params: { id, noteId } }))

export const useBan = (id: number) =>
  useUserAct((api, body: { reason: string; endsAt: string | null }) => callApi(api.ban, { params: { id }, body }))

export const useLiftBan = (id: number) => useUserAct((api) => callApi(api.unban, { params: { id } }))

export const useChangeRole = (id: number, guard: Guard) =>
  useUserAct((api, isAdmin: boolean) => guard(() => callApi(api.role, { params: { id }, body: { isAdmin } })))

export const useSignOut = (id: number) =>
  useUserAct((api, sessionId: number | null) => callApi(api.signOut, { params: { id }, body: { sessionId } }))

export const useMovePurchases = (id: number, guard: Guard) =>
  useUserAct((api, body: { username: string; reason: string }) =>
    guard(() => callApi(api.movePurchases, { params: { id }, body })),
  )

export const usePersonalData = (id: number, guard: Guard) =>
  useUserAct((api) => guard(() => callApi(api.personalData, { params: { id } })))

/** Refetches nothing: the page of the erased account closes, and the list fetches when it opens. */
export const useErase = (id: number, guard: Guard) =>
  useApiMutation(
    contract,
    (api, body: { username: string; reason: string }) => guard(() => callApi(api.erase, { params: { id }, body })),
    {},
  )

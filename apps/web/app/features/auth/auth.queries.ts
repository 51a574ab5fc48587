import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '@slipstream/contract/users'
import { authToken, signedOutLatch } from '#lib/auth-token.ts'
import { useNavigate } from '#lib/link.ts'
import { isPersonal } from '#lib/personal-queries.ts'
import { PATHS } from '#lib/query-keys.ts'
import { ApiError, parseJson, request } from '#lib/request.ts'
import { toast } from '#ui/toast-store.ts'
import { returnFromDiscord } from './arrival.ts'
import { readUser } from './signed-in-user.ts'

const USER = PATHS.user
const FRESH_MS = 60_000

/** Always reads the body: an unread response keeps its connection busy. */
const ask = async () => {
  const response = await request(USER, { throws: false })
  const { ok, status, statusText } = response
  return { ok, status, statusText, text: await response.text() }
}

const checkUser = async (): Promise<User | null> => {
  await returnFromDiscord()
  if (signedOutLatch.isSet()) return null
  const hadToken = authToken.read() !== null
  let answer = await ask()
  // The token expires before the session, so its 401 does not end the session. The token has been removed by now.
  if (answer.status === 401 && hadToken) answer = await ask()
  if (answer.status === 401) return null
  const refusal = answer.ok ? null : new ApiError(answer.status, answer.text, answer.statusText)
  if (refusal?.code === 'auth.banned') return leaveBanned(refusal)
  if (refusal) throw refusal
  const user = readUser(parseJson(answer.text))
  if (authToken.read() === null) await fetchToken()
  return signedOutLatch.isSet() ? null : user
}

/**
 * A user who is signed out in the middle of something should know why. The token is removed here, so the toast shows
 * once.
 */
const leaveBanned = ({ reason = 'This account is banned.' }: ApiError) => {
  if (authToken.read() !== null) toast({ title: 'Signed out', description: reason, tone: 'destructive' })
  authToken.clear()
  return null
}

/** For a browser with a session but no token. A failure is harmless because the cookie still works. */
const fetchToken = async () => {
  try {
    const response = await request('/api/auth/generate-token', { method: 'POST' })
    const answer = parseJson(await response.text()) as { token?: unknown } | undefined
    // The user signed in or out meanwhile, so this token is obsolete.
    if (signedOutLatch.isSet() || authToken.read() !== null) return
    if (typeof answer?.token === 'string') authToken.store(answer.token)
  } catch {
    // The next check retries.
  }
}

const userQuery = queryOptions({
  queryKey: [USER],
  queryFn: checkUser,
  staleTime: FRESH_MS,
  refetchOnMount: true,
  refetchOnWindowFocus: true,
  retry: false,
})

/** The signed-in user: undefined while unknown, null when signed out. */
export const useUser = () => useQuery(userQuery)

/** Refetches the user; a check in flight counts. */
export const recheckUser = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [USER] }, { cancelRefetch: false })

/** Called after a successful sign-in: everything from here on belongs to this user. */
export const enterAs = async (client: QueryClient, { token, user }: { token: string; user: User }) => {
  signedOutLatch.open()
  // The cookie of the session works without it.
  if (token !== '') authToken.store(token)
  await client.cancelQueries({ queryKey: [USER] })
  if (user.username === '') await recheckUser(client)
  else client.setQueryData([USER], readUser(user))
}

/** The session is gone, so there is no need to refetch the user. */
export const leaveAsNobody = async (client: QueryClient) => {
  authToken.clear()
  await client.cancelQueries({ queryKey: [USER] })
  client.setQueryData([USER], null)
}

export const forgetPersonalAnswers = (client: QueryClient) => {
  client.removeQueries({ predicate: isPersonal, type: 'inactive' })
  return client.resetQueries({ predicate: isPersonal, type: 'active' })
}

/** Calls the server. The signed-out flag and the cleared token stay whatever it answers. */
export const endSession = async () => {
  signedOutLatch.set()
  const told = request('/api/auth/logout', { method: 'POST', throws: false, keepalive: true })
  authToken.clear()
  const response = await told
  const answer = parseJson(await response.text()) as { success?: boolean; message?: string } | undefined
  if (!response.ok || answer?.success === false) throw new Error(answer?.message || 'Logout failed')
  signedOutLatch.confirm()
}

export const useLogout = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // Before the logout request: a personal query that arrives after it would be rejected.
      signedOutLatch.set()
      await client.cancelQueries({ predicate: isPersonal })
      return endSession()
    },
    networkMode: 'always',
    onSuccess: () => {
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
      void navigate('/')
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to log out. Please try again.',
        tone: 'destructive',
        action: { label: 'Try again', onSelect: () => mutate() },
      }),
    onSettled: async () => {
      await client.cancelQueries({ queryKey: [USER] })
      await client.refetchQueries({ queryKey: [USER] })
    },
  })
  return { logOut: () => mutate(), isPending }
}

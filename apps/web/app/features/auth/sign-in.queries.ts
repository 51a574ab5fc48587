import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignInAnswer } from '@slipstream/contract/auth'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { apiQuery, callApi } from '#lib/api.ts'
import { askForPasskey } from '#lib/passkey.ts'
import { PATHS } from '#lib/query-keys.ts'
import { SECRET_CALL } from '#lib/secret-call.ts'
import { enterAs } from './auth.queries.ts'

const contract = async () => (await import('@slipstream/contract/auth')).authApi
type AuthApi = Awaited<ReturnType<typeof contract>>
type Body<Name extends keyof AuthApi> = BodyInputOf<AuthApi[Name]>

const optionsQuery = apiQuery(PATHS.signInOptions, async () => (await contract()).options)
export const useAuthOptions = () => useQuery(optionsQuery)

/** The schema of a form's request, loaded when the form is submitted. */
export const rulesOf = (name: 'login' | 'register' | 'secondFactor' | 'forgotPassword' | 'resetPassword') => async () =>
  (await contract())[name].body

const useSignInCall = <Input>(call: (api: AuthApi, input: Input) => Promise<SignInAnswer>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => {
      const answer = await call(await contract(), input)
      if (answer.success) await enterAs(client, answer)
      return answer
    },
    ...SECRET_CALL,
  })
}

export const useLogin = () => useSignInCall((api, body: Body<'login'>) => callApi(api.login, { body }))
export const useAdminLogin = () => useSignInCall((api, body: Body<'adminLogin'>) => callApi(api.adminLogin, { body }))
export const useRegister = () => useSignInCall((api, body: Body<'register'>) => callApi(api.register, { body }))
export const useSecondFactor = () =>
  useSignInCall((api, body: Body<'secondFactor'>) => callApi(api.secondFactor, { body }))

const passkeys = async () => (await import('@slipstream/contract/passkeys')).passkeysApi

/** The mutation takes `isOffer`: if true, passkeys are offered only in the browser's autofill list. */
export const usePasskeySignIn = (adminsOnly: boolean) =>
  useSignInCall(async (_, isOffer: boolean) => {
    const { startSignIn, signIn } = await passkeys()
    const assertion = await askForPasskey(await callApi(startSignIn), isOffer)
    return callApi(signIn, { body: { assertion, adminsOnly } })
  })

export const usePasskeyFactor = () =>
  useSignInCall(async (_, challenge: string) => {
    const { startSecondFactor, secondFactor } = await passkeys()
    const assertion = await askForPasskey(await callApi(startSecondFactor, { body: { challenge } }))
    return callApi(secondFactor, { body: { challenge, assertion } })
  })

export const useForgotPassword = () =>
  useMutation({
    mutationFn: async (body: Body<'forgotPassword'>) => callApi((await contract()).forgotPassword, { body }),
    ...SECRET_CALL,
  })
export const useAcceptInvitation = () =>
  useSignInCall((api, body: Body<'acceptInvitation'>) => callApi(api.acceptInvitation, { body }))

/** A page has at most one link, so the secret need not be part of the key. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: [PATHS.invitation],
    queryFn: async ({ signal }) => callApi((await contract()).invitation, { body: { token } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: async (body: Body<'resetPassword'>) => callApi((await contract()).resetPassword, { body }),
    ...SECRET_CALL,
  })
export const useTakeOver = () =>
  useMutation({
    mutationFn: async (body: Body<'takeOver'>) => callApi((await contract()).takeOver, { body }),
    ...SECRET_CALL,
  })
export const useVerifyEmail = () =>
  useMutation({
    mutationFn: async (body: Body<'verifyEmail'>) => callApi((await contract()).verifyEmail, { body }),
    ...SECRET_CALL,
  })
export const useNotMe = () =>
  useMutation({
    mutationFn: async (body: { token: string }) =>
      callApi((await import('@slipstream/contract/account')).accountApi.notMe, { body }),
    ...SECRET_CALL,
  })

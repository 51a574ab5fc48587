import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, ConfirmationReturn, NotificationChoices } from '@slipstream/contract/account'
import type { BillingDetails } from '@slipstream/contract/invoices'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS, type QueryPath } from '#lib/query-keys.ts'
import { SECRET_CALL } from '#lib/secret-call.ts'
import { useProof } from './proof-context.ts'
import type { SectionId } from './section-titles.ts'

const contract = async () => (await import('@slipstream/contract/account')).accountApi
type AccountApi = Awaited<ReturnType<typeof contract>>

/** The schema of a form's request, loaded when the form is submitted. */
export const rulesOf = (name: 'change' | 'changeEmail' | 'changePassword' | 'confirmTwoFactor') => async () =>
  (await contract())[name].body

const { account: ACCOUNT, sessions: SESSIONS, signIns: SIGN_INS, user: USER } = PATHS

/** Fetched on every visit and dropped with the page: the next person at this browser must never see it. */
export const PERSONAL = { staleTime: 0, gcTime: 0 }

const accountQuery = {
  ...apiQuery(ACCOUNT, async () => (await contract()).account),
  ...PERSONAL,
  // Opening the verification link in another tab updates this one on focus.
  refetchOnWindowFocus: true,
}
const sessionsQuery = { ...apiQuery(SESSIONS, async () => (await contract()).sessions), ...PERSONAL }
const signInsQuery = { ...apiQuery(SIGN_INS, async () => (await contract()).signIns), ...PERSONAL }

export const useAccount = () => useQuery(accountQuery)
export const useSessions = () => useQuery(sessionsQuery)
export const useSignIns = () => useQuery(signInsQuery)

/** Shared by the account mutations: asks for proof if the server wants it, then refetches what changed. */
export const useAct = <Input = void, Answer = unknown>(
  section: SectionId | null,
  act: (api: AccountApi, input: Input) => Promise<Answer>,
  changed: readonly QueryPath[] = [],
) => {
  const { guard } = useProof()
  const queries = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => guard(section, async () => act(await contract(), input)),
    // Not awaited: new recovery codes must show up even if the refetch is slow.
    onSuccess: () => void invalidate(queries, ...changed),
    // Responses contain secrets too.
    ...SECRET_CALL,
  })
}

export const useChangeName = () =>
  useAct('name', async ({ change }, username: string) => callApi(change, { body: { username } }), [ACCOUNT, USER])

export const useChangeBilling = () =>
  useAct('billing', async ({ change }, billing: BillingDetails) => callApi(change, { body: { billing } }), [ACCOUNT])

export const billingRules = async () => (await import('@slipstream/contract/invoices')).BillingDetails

export const useChangeEmail = () =>
  useAct('email', async ({ changeEmail }, email: string) => callApi(changeEmail, { body: { email } }), [ACCOUNT, USER])

/** The address for receipts, typed where one pays: whatever waits for it is fetched again. */
export const useTypeAddress = (backTo: ConfirmationReturn) =>
  useAct(null, async ({ changeEmail }, email: string) => callApi(changeEmail, { body: { email, backTo } }), [
    ACCOUNT,
    USER,
    PATHS.quote,
  ])

/** Needs no proof, because the link goes to the account's own address. */
export const useResendConfirmation = (backTo?: ConfirmationReturn) =>
  useMutation({
    mutationFn: async () =>
      callApi((await contract()).resendConfirmation, { body: { ...(backTo !== undefined && { backTo }) } }),
    networkMode: 'always',
  })

export const useChangePassword = () =>
  useAct('password', async ({ changePassword }, password: string) => callApi(changePassword, { body: { password } }), [
    ACCOUNT,
    SESSIONS,
  ])

export const useStartTwoFactor = () => useAct('two-factor', ({ startTwoFactor }) => callApi(startTwoFactor))

export const useConfirmTwoFactor = () =>
  useAct('two-factor', async ({ confirmTwoFactor }, code: string) => callApi(confirmTwoFactor, { body: { code } }), [
    ACCOUNT,
  ])

export const useRenewRecoveryCodes = () =>
  useAct('two-factor', ({ renewRecoveryCodes }) => callApi(renewRecoveryCodes), [ACCOUNT])
export const useEndTwoFactor = () => useAct('two-factor', ({ endTwoFactor }) => callApi(endTwoFactor), [ACCOUNT])

export const useEndSession = () =>
  useAct('devices', ({ endSession }, id: number) => callApi(endSession, { params: { id } }), [SESSIONS])
export const useEndOtherSessions = () =>
  useAct('devices', ({ endOtherSessions }) => callApi(endOtherSessions), [SESSIONS])

export const useUnlinkDiscord = () => useAct('discord', ({ unlinkDiscord }) => callApi(unlinkDiscord), [ACCOUNT, USER])

export const useExport = () => useAct('data', (api) => callApi(api.export))

export const useDeleteAccount = (onDeleted: () => void) =>
  useAct('data', async (api, typed: string) => {
    await callApi(api.delete, { body: { username: typed } })
    onDeleted()
  })

/** Optimistic: the switch moves immediately and moves back if saving fails. */
export const useNotificationChoice = (name: keyof NotificationChoices) => {
  const queries = useQueryClient()
  const show = (isOn: boolean) =>
    queries.setQueryData<Account>(
      [ACCOUNT],
      (account) => account && { ...account, notificationChoices: { ...account.notificationChoices, [name]: isOn } },
    )
  return useMutation({
    mutationFn: async (isOn: boolean) =>
      callApi((await contract()).change, { body: { notificationChoices: { [name]: isOn } } }),
    onMutate: async (isOn) => {
      await queries.cancelQueries({ queryKey: [ACCOUNT] })
      show(isOn)
    },
    onError: (_, isOn) => {
      show(!isOn)
    },
    networkMode: 'always',
    // Runs one at a time so that the last choice wins.
    scope: { id: 'notification-choices' },
  })
}

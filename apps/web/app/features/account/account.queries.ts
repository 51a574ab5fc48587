import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, NotificationChoices } from '@slipstream/contract/account'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS, type QueryPath } from '#lib/query-keys.ts'
import { checkedBody } from './checked-body.ts'
import { FieldProblem } from './failure-text.ts'
import { useProof } from './proof-context.ts'
import type { SectionId } from './section-titles.ts'

const contract = async () => (await import('@slipstream/contract/account')).accountApi
type AccountApi = Awaited<ReturnType<typeof contract>>

const { account: ACCOUNT, sessions: SESSIONS, signIns: SIGN_INS, user: USER } = PATHS

/** Asked on every visit, and gone with the page: the next person at this browser must not see it for a moment. */
export const PERSONAL = { staleTime: 0, gcTime: 0 }

const accountQuery = {
  ...apiQuery(ACCOUNT, async () => (await contract()).account),
  ...PERSONAL,
  // Whoever opened the mailed link in another tab comes back to a verified address.
  refetchOnWindowFocus: true,
}
const sessionsQuery = { ...apiQuery(SESSIONS, async () => (await contract()).sessions), ...PERSONAL }
const signInsQuery = { ...apiQuery(SIGN_INS, async () => (await contract()).signIns), ...PERSONAL }

export const useAccount = () => useQuery(accountQuery)
export const useSessions = () => useQuery(sessionsQuery)
export const useSignIns = () => useQuery(signInsQuery)

/** What all acts share: proof where it is wanted, then a fresh look at what they changed. */
export const useAct = <Input = void, Answer = unknown>(
  section: SectionId,
  act: (api: AccountApi, input: Input) => Promise<Answer>,
  changed: readonly QueryPath[] = [],
) => {
  const { guard } = useProof()
  const queries = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => guard(section, async () => act(await contract(), input)),
    // Not waited for: recovery codes that were made must be seen, however slow the rest is.
    onSuccess: () => void invalidate(queries, ...changed),
    // An act fails now rather than happen by itself when the network is back.
    networkMode: 'always',
    // Answers hold secrets.
    gcTime: 0,
  })
}

export const useChangeName = () =>
  useAct('name', async ({ change }, username: string) => callApi(change, { body: checkedBody(change, { username }) }), [
    ACCOUNT,
    USER,
  ])

export const useChangeEmail = () =>
  useAct(
    'email',
    async ({ changeEmail }, email: string) => callApi(changeEmail, { body: checkedBody(changeEmail, { email }) }),
    [ACCOUNT, USER],
  )

export const useChangePassword = () =>
  useAct(
    'password',
    async ({ changePassword }, password: string) =>
      callApi(changePassword, { body: checkedBody(changePassword, { password }) }),
    [ACCOUNT, SESSIONS],
  )

export const useStartTwoFactor = () => useAct('two-factor', ({ startTwoFactor }) => callApi(startTwoFactor))

export const useConfirmTwoFactor = () =>
  useAct(
    'two-factor',
    async ({ confirmTwoFactor }, code: string) =>
      callApi(confirmTwoFactor, { body: checkedBody(confirmTwoFactor, { code: code.replaceAll(/\s/g, '') }) }),
    [ACCOUNT],
  )

export const useRenewRecoveryCodes = () =>
  useAct('two-factor', ({ renewRecoveryCodes }) => callApi(renewRecoveryCodes), [ACCOUNT])
export const useEndTwoFactor = () => useAct('two-factor', ({ endTwoFactor }) => callApi(endTwoFactor), [ACCOUNT])

export const useEndSession = () =>
  useAct('devices', ({ endSession }, id: number) => callApi(endSession, { params: { id } }), [SESSIONS])
export const useEndOtherSessions = () =>
  useAct('devices', ({ endOtherSessions }) => callApi(endOtherSessions), [SESSIONS])

export const useUnlinkDiscord = () => useAct('discord', ({ unlinkDiscord }) => callApi(unlinkDiscord), [ACCOUNT, USER])

export const useExport = () => useAct('data', (api) => callApi(api.export))

export const useDeleteAccount = (username: string, onDeleted: () => void) =>
  useAct('data', async (api, typed: string) => {
    if (typed !== username) throw new FieldProblem(`Type it exactly: ${username}`)
    await callApi(api.delete, { body: { username } })
    onDeleted()
  })

/** One switch: shown as chosen at once, and put back if the store did not take it. */
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
    // One after the other: the last choice must be the one that stays.
    scope: { id: 'notification-choices' },
  })
}

import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { askForPasskey, createPasskey } from '#lib/passkey.ts'
import { PATHS } from '#lib/query-keys.ts'
import { PERSONAL, useAct } from './account.queries.ts'

const contract = async () => (await import('@slipstream/contract/passkeys')).passkeysApi

const CHANGED = [PATHS.passkeys, PATHS.account]

export const usePasskeys = () =>
  useQuery({ ...apiQuery(PATHS.passkeys, async () => (await contract()).list), ...PERSONAL })

export const useAddPasskey = () =>
  useAct(
    'passkeys',
    async () => {
      const { startAdding, add } = await contract()
      const credential = await createPasskey(await callApi(startAdding))
      return callApi(add, { body: { name: passkeyName(navigator.userAgent), credential } })
    },
    CHANGED,
  )

/** The rules of a passkey's name. */
export const nameRules = async () => (await contract()).rename.body

export const useRenamePasskey = (id: number, onDone: () => void) =>
  useAct(
    'passkeys',
    async (_, name: string) => {
      const { rename } = await contract()
      await callApi(rename, { params: { id }, body: { name } })
      onDone()
    },
    CHANGED,
  )

export const useRemovePasskey = () =>
  useAct('passkeys', async (_, id: number) => callApi((await contract()).remove, { params: { id } }), CHANGED)

/** Fresh proof with one of the account's passkeys. */
export const proveByPasskey = async () => {
  const { startProof, prove } = await contract()
  return callApi(prove, { body: { assertion: await askForPasskey(await callApi(startProof)) } })
}

/**
 * A default name for a passkey, which the owner can change. Phones come first because their user agents also name other
 * systems.
 */
export const passkeyName = (userAgent: string) => {
  const device = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'].find((name) =>
    userAgent.includes(name),
  )
  return device === undefined ? 'Passkey' : `${device === 'CrOS' ? 'Chromebook' : device} passkey`
}

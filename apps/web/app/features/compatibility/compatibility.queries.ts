import { useQuery } from '@tanstack/react-query'
import type { Board, Verdict } from '@slipstream/contract/compatibility'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { SHOWING_MODS } from '#lib/showing-mods.ts'

const contract = async () => (await import('@slipstream/contract/compatibility')).compatibilityApi
type CompatibilityApi = Awaited<ReturnType<typeof contract>>

const boardQuery = (gameVersion: string | undefined) =>
  apiQuery(ADMIN_PATHS.compatibility, async () => (await contract()).board, { query: { gameVersion } })

/** Without a version, the board is for the current game version. */
export const useBoard = (gameVersion: string | undefined) => useQuery({ ...boardQuery(gameVersion), staleTime: 0 })

export const useHistory = (modId: number) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.adminCompatibility, async () => (await contract()).history, { params: { id: modId } }),
    staleTime: 0,
  })

/** Every mutation returns the updated board. Queries that show it are refetched, including those of the store pages. */
const useBoardAct = <Told>(act: (api: CompatibilityApi, told: Told) => Promise<Board>) =>
  useApiMutation(contract, act, {
    show: (queries, board) => {
      const isNewest = board.gameVersion === board.gameVersions[0]?.version
      const shown = board.gameVersion ?? undefined
      for (const version of isNewest ? [shown, undefined] : [shown]) {
        queries.setQueryData(boardQuery(version).queryKey, board)
      }
    },
    refresh: SHOWING_MODS,
  })

export const useAnnounce = () => useBoardAct((api, version: string) => callApi(api.announce, { body: { version } }))

export const useRetract = () => useBoardAct((api, version: string) => callApi(api.retract, { params: { version } }))

export const verdictRules = async () => (await contract()).set.body

export const useSetCompatibility = () => useBoardAct((api, body: Verdict) => callApi(api.set, { body }))

import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/backups')).backupsApi

export const useBackups = () => useQuery(apiQuery(ADMIN_PATHS.backups, async () => (await contract()).list))

export const useArchive = () => useQuery(apiQuery(ADMIN_PATHS.archive, async () => (await contract()).archive))

export const useStartBackup = () =>
  useApiMutation(contract, (api) => callApi(api.start), { refresh: [ADMIN_PATHS.operations] })

/** The address of the encrypted file, valid for a minute. */
export const signDownload = async (id: string) => callApi((await contract()).download, { params: { id } })

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { isPictureType } from '@slipstream/contract/picture-types'
import type { Store } from '@slipstream/contract/settings'
import type { AdminSettings, BrandPicture, SettingsChange } from '@slipstream/contract/settings-admin'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { PATHS } from '#lib/query-keys.ts'
import { sendPart } from '#lib/send-part.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/settings-admin')).settingsAdminApi

const valuesQuery = apiQuery(ADMIN_PATHS.settingValues, async () => (await contract()).read)
export const useSettingValues = () => useQuery(valuesQuery)

export const settingRules = async () => (await contract()).change.body

/** Shows the response at once. A refetch might still get the old settings from a server process's cache. */
const show = (queries: QueryClient, answer: AdminSettings) => {
  queries.setQueryData(valuesQuery.queryKey, answer)
  queries.setQueryData<Store>([PATHS.store], (store) => {
    if (!store) return store
    const shown = Object.entries(answer.values).filter(([key]) => key in store)
    const addressOf = (key: string) => key && answer.pictureBase + key
    const { logo, sharePicture } = answer.values
    return {
      ...store,
      ...Object.fromEntries(shown),
      logo: addressOf(logo),
      sharePicture: addressOf(sharePicture),
    }
  })
}

export const useChangeSettings = () =>
  useApiMutation(contract, (api, body: SettingsChange) => callApi(api.change, { body }), { show })

interface SentPicture {
  use: BrandPicture
  file: File
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a picture directly to object storage and lets the store re-encode it. Returns the value of its setting. */
export const useSendPicture = () =>
  useApiMutation(
    contract,
    async (api, { use, file, onProgress }: SentPicture) => {
      if (!isPictureType(file.type))
        throw new Error(`${file.name} can’t be used. Choose a PNG, JPEG, WebP or AVIF picture.`)
      const { key, url } = await callApi(api.offerPicture, { body: { contentType: file.type } })
      const onSent = (bytes: number) => onProgress(bytes / file.size)
      await sendPart(url, file, { signal: new AbortController().signal, onSent }).catch(() => {
        throw new Error(`${file.name} could not be uploaded. Please try again.`)
      })
      return callApi(api.storePicture, { body: { key, use } })
    },
    {},
  )

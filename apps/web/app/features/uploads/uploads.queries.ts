import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { UPLOAD_POLL_MS } from '@slipstream/contract/upload-limits'
import type { Upload } from '@slipstream/contract/uploads'
import { apiQuery } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useTransfer } from './transfers.ts'

const contract = async () => (await import('@slipstream/contract/uploads')).uploadsApi

export const isBusy = ({ status }: Upload) => status === 'reading' || status === 'checking'

/** The archives of a mod, newest first; refetched whenever this browser has started or finished an upload. */
export const useUploads = (modId: number) => {
  const list = useQuery({
    ...apiQuery(ADMIN_PATHS.adminUploads, async () => (await contract()).ofMod, { params: { id: modId } }),
    staleTime: 0,
  })
  const transfer = useTransfer(modId)
  const readAgain = useEffectEvent(() => void list.refetch({ cancelRefetch: false }))
  useEffect(() => readAgain(), [transfer?.uploadId, transfer?.state === 'done'])
  return { ...list, data: list.data && withFinished(list.data, transfer?.finished ?? null) }
}

/** An upload that has just finished counts as finished even if the list is older. */
const withFinished = (uploads: readonly Upload[], finished: Upload | null): readonly Upload[] => {
  if (!finished) return uploads
  const known = uploads.find(({ id }) => id === finished.id)
  if (known && known.status !== 'uploading') return uploads
  return [finished, ...uploads.filter((upload) => upload !== known)]
}

/** One archive, polled while the server reads and checks it. */
export const useUpload = (upload: Upload) => {
  const { data, isError } = useQuery({
    ...apiQuery(ADMIN_PATHS.upload, async () => (await contract()).read, { params: { id: upload.id } }),
    initialData: upload,
    enabled: isBusy(upload),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? UPLOAD_POLL_MS : false),
  })
  return { upload: isBusy(upload) ? data : upload, isOutOfReach: isError }
}

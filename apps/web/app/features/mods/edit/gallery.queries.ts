import type { AdminMod, AdminPicture } from '@slipstream/contract/mods-admin'
import { isPictureType, type PictureKind } from '@slipstream/contract/picture-types'
import { callApi } from '#lib/api.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { adminModQuery, contract } from './edit.queries.ts'

/** A change to the texts or kind of a picture. Fields that are left out stay as they are. */
export interface PictureChange {
  label?: string
  alt?: string
  kind?: PictureKind
  caption?: string | null
}

export interface CropArea {
  left: number
  top: number
  width: number
  height: number
}

type ModsAdminApi = Awaited<ReturnType<typeof contract>>

export const galleryScope = (id: number) => `gallery ${id}`

/** Each gallery change is saved immediately, and the page shows the server's response. */
const useGalleryAct = <Told, Answer>(
  id: number,
  act: (api: ModsAdminApi, told: Told) => Promise<Answer>,
  change: (pictures: AdminPicture[], answer: Answer, told: Told) => AdminPicture[],
) =>
  useApiMutation(contract, act, {
    show: (queries, answer, told) =>
      queries.setQueryData<AdminMod>(
        adminModQuery(id).queryKey,
        (mod) => mod && { ...mod, pictures: change(mod.pictures, answer, told) },
      ),
    scope: galleryScope(id),
  })

const replaced = (pictures: AdminPicture[], changed: AdminPicture) =>
  pictures.map((each) => (each.id === changed.id ? changed : each))

/** Uploaded directly to object storage, not through the store's servers. */
const sendPicture = async (api: ModsAdminApi, id: number, file: File) => {
  if (!isPictureType(file.type))
    throw new Error(`${file.name} can’t be used. Choose a PNG, JPEG, WebP or AVIF picture.`)
  const { key, url } = await callApi(api.offerPicture, { params: { id }, body: { contentType: file.type } })
  const answer = await fetch(url, { method: 'PUT', body: file, headers: { 'content-type': file.type } })
  if (!answer.ok) throw new Error(`${file.name} could not be uploaded. Please try again.`)
  return key
}

export const useSendPicture = (id: number) =>
  useGalleryAct(
    id,
    async (api, file: File) => {
      const key = await sendPicture(api, id, file)
      return callApi(api.addPicture, { params: { id }, body: { key, label: '', alt: '' } })
    },
    (pictures, added) => [...pictures, added],
  )

/** A picture that is already stored, such as one from an archive. */
export const useAddPicture = (id: number) =>
  useGalleryAct(
    id,
    (api, { key, label }: { key: string; label: string }) =>
      callApi(api.addPicture, { params: { id }, body: { key, label: label.slice(0, 30), alt: label } }),
    (pictures, added) => [...pictures, added],
  )

export const useEditPicture = (id: number, pictureId: number) =>
  useGalleryAct(
    id,
    (api, body: PictureChange) => callApi(api.editPicture, { params: { id, pictureId }, body }),
    replaced,
  )

export const useCropPicture = (id: number, pictureId: number) =>
  useGalleryAct(id, (api, body: CropArea) => callApi(api.cropPicture, { params: { id, pictureId }, body }), replaced)

export const useRemovePicture = (id: number) =>
  useGalleryAct(
    id,
    (api, pictureId: number) => callApi(api.removePicture, { params: { id, pictureId } }),
    (pictures, _, removed) => pictures.filter((each) => each.id !== removed),
  )

export const useOrderPictures = (id: number) =>
  useGalleryAct(
    id,
    (api, ids: number[]) => callApi(api.orderPictures, { params: { id }, body: { ids } }),
    (_, ordered) => ordered,
  )

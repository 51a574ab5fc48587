import { ImagePlus } from 'lucide-react'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminMod, AdminPicture } from '@slipstream/contract/mods-admin'
import { PICTURE_TYPES } from '@slipstream/contract/picture-types'
import { failureText } from '#ui/failure-text.ts'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { SortableList } from '#ui/sortable-list.tsx'
import { adminModQuery } from './edit.queries.ts'
import { GalleryPicture } from './gallery-picture.tsx'
import { galleryScope, useOrderPictures, useSendPicture } from './gallery.queries.ts'

const inOrder = (pictures: readonly AdminPicture[], ids: readonly number[]) =>
  ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? [])

interface GallerySectionProps {
  mod: AdminMod
  /** Texts of pictures that are not stored yet. */
  unsaved: readonly string[]
}

/** The pictures of a mod. Changes are saved immediately, separately from the form. */
export const GallerySection = ({ mod, unsaved }: GallerySectionProps) => {
  const queries = useQueryClient()
  const order = useOrderPictures(mod.id)
  // Optimistic: shows the new order until the server answers.
  const pictures = order.isPending ? inOrder(mod.pictures, order.variables) : mod.pictures
  const nameOf = ({ id, picture }: AdminPicture) =>
    picture.label || `picture ${pictures.findIndex((each) => each.id === id) + 1}`

  const reorder = (wanted: AdminPicture[]) =>
    order.mutate(
      wanted.map(({ id }) => id),
      // Another admin may have changed the gallery, so show the current state.
      { onError: () => void queries.invalidateQueries({ queryKey: adminModQuery(mod.id).queryKey }) },
    )

  return (
    <FormSection
      id="pictures"
      title="Gallery"
      description="The first picture appears on cards. The label is shown below a thumbnail, the caption below the picture. The description is its alt text (describes the image for screen readers)."
      saves="once"
      saveState={useGalleryState(mod.id, unsaved)}
    >
      {order.error && <Notice tone="destructive" title={failureText(order.error)} />}
      {pictures.length > 0 && (
        <SortableList
          label="Pictures, in order"
          items={pictures}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          onReorder={reorder}
          className="flex flex-col gap-3"
        >
          {(each, controls, place) => (
            <GalleryPicture
              key={each.picture.src}
              modId={mod.id}
              id={each.id}
              picture={each.picture}
              name={nameOf(each)}
              isFirst={place === 0}
              controls={controls}
            />
          )}
        </SortableList>
      )}
      <PictureDrop modId={mod.id} />
    </FormSection>
  )
}

/** "Saved." shows only after a save, not when the page opens. */
const useGalleryState = (id: number, unsaved: readonly string[]) => {
  const statuses = useMutationState({
    filters: { predicate: ({ options }) => options.scope?.id === galleryScope(id) },
    select: ({ state }) => state.status,
  })
  if (statuses.includes('pending')) return 'Saving…'
  if (unsaved.length > 0) return `Not saved: ${unsaved.join(', ')}.`
  return statuses.at(-1) === 'success' ? 'Saved.' : null
}

const PictureDrop = ({ modId }: { modId: number }) => {
  const { mutateAsync } = useSendPicture(modId)
  const [sending, setSending] = useState<{ done: number; of: number } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)

  const send = async (files: readonly File[]) => {
    const failures: string[] = []
    setRefused(null)
    for (const [done, file] of files.entries()) {
      setSending({ done, of: files.length })
      await mutateAsync(file).catch((error: unknown) => failures.push(`${file.name}: ${failureText(error)}`))
    }
    setSending(null)
    setRefused(failures.join(' ') || null)
  }

  if (sending) {
    return (
      <Progress
        label="Uploading pictures"
        value={sending.done / sending.of}
        detail={`${sending.done} of ${sending.of}`}
      />
    )
  }
  return (
    <FileDrop
      label="Drop pictures here, or choose them"
      hint="PNG, JPEG, WebP or AVIF, ideally 1600 pixels wide or more."
      accept={PICTURE_TYPES.join(',')}
      isMultiple
      icon={<ImagePlus />}
      error={refused}
      onFiles={(files) => void send(files)}
    />
  )
}

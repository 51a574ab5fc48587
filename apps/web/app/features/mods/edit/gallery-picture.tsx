import { Crop, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { GalleryPicture as PictureFacts } from '@slipstream/contract/picture'
import { Badge } from '#ui/badge.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { useCropPicture, useRemovePicture } from './gallery.queries.ts'
import { PictureWords } from './picture-words.tsx'

/** The gallery shows a picture this wide on a usual desktop screen. */
const CRISP_WIDTH = 1_200

interface GalleryPictureProps {
  modId: number
  id: number
  picture: PictureFacts
  /** The name of a picture: its label, or its position. */
  name: string
  isFirst: boolean
  /** The controls that move it. */
  controls: ReactNode
}

export const GalleryPicture = ({ modId, id, picture, name, isFirst, controls }: GalleryPictureProps) => {
  const crop = useCropPicture(modId, id)
  const remove = useRemovePicture(modId)
  const [isCropping, setCropping] = useState(false)
  return (
    <div className="flex flex-col gap-4 rounded-xl border bg-card p-3 @lg:flex-row">
      <div className="relative shrink-0 self-start">
        <Picture
          picture={picture}
          sizes="(min-width: 640px) 192px, 90vw"
          className="aspect-16/10 w-full rounded-lg object-cover @lg:w-48"
        />
        {isFirst && (
          <Badge look="overlay" className="absolute top-2 left-2">
            On the card
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {picture.width < CRISP_WIDTH && (
          <p className="text-small text-warning">
            Only {picture.width} pixels wide. Below {CRISP_WIDTH} it looks blurred on large screens: upload a larger
            one.
          </p>
        )}
        <PictureWords modId={modId} id={id} picture={picture} name={name} />
        <div className="-ms-2 flex flex-wrap items-center justify-between gap-2">
          {controls}
          <span className="flex">
            <IconButton label={`Crop ${name}`} size="icon-sm" onClick={() => setCropping(true)}>
              <Crop aria-hidden="true" />
            </IconButton>
            <ConfirmDialog
              title={`Remove ${name}?`}
              description="It leaves the gallery and the mod’s page immediately."
              confirmLabel="Remove"
              onConfirm={() => remove.mutateAsync(id)}
              trigger={
                <IconButton label={`Remove ${name}`} size="icon-sm">
                  <Trash2 aria-hidden="true" />
                </IconButton>
              }
            />
          </span>
        </div>
      </div>
      {isCropping && (
        <CropDialog
          picture={picture}
          isBusy={crop.isPending}
          error={crop.error}
          onCrop={(area) => crop.mutate(area, { onSuccess: () => setCropping(false) })}
          onClose={() => setCropping(false)}
        />
      )}
    </div>
  )
}

import 'react-image-crop/dist/ReactCrop.css'
import { useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import type { Picture } from '@slipstream/contract/picture'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FieldError } from '#ui/field.tsx'
import type { CropArea } from './gallery.queries.ts'

interface CropDialogProps {
  picture: Picture
  isBusy: boolean
  error: Error | null
  onCrop: (area: CropArea) => void
  onClose: () => void
}

/** The aspect ratio of pictures in the store, and the smallest crop that still looks sharp. */
const ASPECT = 16 / 10
const SMALLEST = { width: 320, height: 200 }

/** Starts slightly inside the picture, so that the frame can be grabbed. */
const firstPart = ({ width, height }: Picture): PercentCrop => {
  const side = width / height > ASPECT ? { height: 90 } : { width: 90 }
  return centerCrop(makeAspectCrop({ unit: '%', ...side }, ASPECT, width, height), width, height)
}

const areaIn = ({ width, height }: Picture, crop: PercentCrop): CropArea => {
  const left = Math.round((crop.x / 100) * width)
  const top = Math.round((crop.y / 100) * height)
  return {
    left,
    top,
    width: Math.min(Math.round((crop.width / 100) * width), width - left),
    height: Math.min(Math.round((crop.height / 100) * height), height - top),
  }
}

/** Crops a picture with the pointer, or with the arrow keys on the corners. */
export const CropDialog = ({ picture, isBusy, error, onCrop, onClose }: CropDialogProps) => {
  const [crop, setCrop] = useState<PercentCrop>(() => firstPart(picture))
  const [isFree, setFree] = useState(false)
  const area = areaIn(picture, crop)
  const isTooSmall = area.width < SMALLEST.width || area.height < SMALLEST.height
  return (
    <Dialog
      title="Crop the picture"
      description="Only the part inside the frame is shown. Use the arrow keys to move the frame and its corners."
      size="lg"
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isLoading={isBusy} disabled={isTooSmall} onClick={() => onCrop(area)}>
            Crop
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ReactCrop
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          {...(!isFree && { aspect: ASPECT })}
          keepSelection
          className="self-center [--rc-focus-color:var(--ring)]"
        >
          <img src={picture.src} alt={picture.alt} className="max-h-[55dvh]" />
        </ReactCrop>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox
            label="Any shape"
            checked={isFree}
            onCheckedChange={(isAny) => {
              setFree(isAny)
              if (!isAny) setCrop(firstPart(picture))
            }}
          />
          <p className="num text-small text-muted" aria-live="polite">
            {area.width} × {area.height} px
          </p>
        </div>
        {isTooSmall && (
          <FieldError id="crop-size">
            At least {SMALLEST.width} × {SMALLEST.height} px, or it looks blurry.
          </FieldError>
        )}
        {error && <FieldError id="crop-failure">{failureText(error)}</FieldError>}
      </div>
    </Dialog>
  )
}

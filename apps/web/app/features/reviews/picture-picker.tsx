import { ImagePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { PICTURE_TYPES } from '@slipstream/contract/picture-types'
import { REVIEW_LIMITS } from '@slipstream/contract/review-terms'
import type { ReviewPicture } from '@slipstream/contract/reviews'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useSendPicture } from './own-review.queries.ts'

interface PicturePickerProps {
  pictures: readonly ReviewPicture[]
  onChange: (pictures: readonly ReviewPicture[]) => void
}

/** Screenshots for the review, uploaded as soon as they are chosen. */
export const PicturePicker = ({ pictures, onChange }: PicturePickerProps) => {
  const id = useId()
  const send = useSendPicture()
  const [problem, setProblem] = useState<string | null>(null)
  const isFull = pictures.length >= REVIEW_LIMITS.pictures
  const isBusy = send.isPending

  const take = async (chosen: readonly File[]) => {
    setProblem(null)
    const kept = [...pictures]
    for (const file of chosen.slice(0, REVIEW_LIMITS.pictures - pictures.length)) {
      try {
        kept.push(await send.mutateAsync(file))
        onChange([...kept])
      } catch (error) {
        setProblem(error instanceof Error && error.name === 'Error' ? error.message : failureText(error))
      }
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-ui font-medium">Screenshots from the game</p>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label="Your screenshots">
          {pictures.map((picture, place) => (
            <li key={picture.id} className="relative">
              <img
                src={picture.src}
                width={picture.width}
                height={picture.height}
                alt={`Screenshot ${place + 1}`}
                className="h-24 w-36 rounded-lg border object-cover"
              />
              <IconButton
                label={`Remove screenshot ${place + 1}`}
                variant="secondary"
                size="icon-sm"
                className="absolute! top-1 right-1"
                onClick={() => onChange(pictures.filter((each) => each.id !== picture.id))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <label
        htmlFor={id}
        className={cx(
          'inline-flex h-10 w-fit items-center gap-2 rounded-lg border px-3 text-ui font-medium has-focus-visible:outline-2 has-focus-visible:outline-ring',
          isFull || isBusy ? 'opacity-60' : 'cursor-pointer hover:bg-raised',
        )}
      >
        {isBusy ? <Spinner label="Uploading" /> : <ImagePlus className="size-[18px]" aria-hidden="true" />}
        Add screenshots
        <input
          id={id}
          type="file"
          multiple
          accept={PICTURE_TYPES.join()}
          className="sr-only"
          disabled={isFull || isBusy}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])]
            // So that the same file can be chosen again.
            event.currentTarget.value = ''
            void take(chosen)
          }}
        />
      </label>
      <p className="text-small text-muted">Up to {REVIEW_LIMITS.pictures}, 10 MB each.</p>
      <p aria-live="polite" className={cx('text-small text-destructive', problem === null && 'sr-only')}>
        {problem}
      </p>
    </div>
  )
}

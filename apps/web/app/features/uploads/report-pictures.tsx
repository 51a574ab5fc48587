import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import type { UploadReport } from '@slipstream/contract/uploads'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'

const SHOWN_AT_FIRST = 8

interface ReportPicturesProps {
  pictures: UploadReport['pictures']
  gallery: readonly PictureFacts[]
  onAddPicture: (key: string, name: string) => Promise<unknown>
}

export const ReportPictures = ({ pictures, gallery, onAddPicture }: ReportPicturesProps) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 @lg:grid-cols-3 @3xl:grid-cols-4">
        {shown.map(({ key, name, picture }) => (
          <ArchivePicture
            key={key}
            name={name}
            picture={picture}
            isInGallery={gallery.some(({ src }) => src === picture.src)}
            onAdd={() => onAddPicture(key, name)}
          />
        ))}
      </ul>
      {shown.length < pictures.length && (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => setWhole(true)}>
          Show all {countText(pictures.length)}
        </Button>
      )}
    </>
  )
}

interface ArchivePictureProps {
  name: string
  picture: PictureFacts
  isInGallery: boolean
  onAdd: () => Promise<unknown>
}

const ArchivePicture = ({ name, picture, isInGallery, onAdd }: ArchivePictureProps) => {
  const [state, setState] = useState<'idle' | 'adding' | 'failed'>('idle')
  const add = async () => {
    setState('adding')
    setState(
      await onAdd().then(
        () => 'idle' as const,
        () => 'failed' as const,
      ),
    )
  }
  return (
    <li className="flex flex-col gap-1.5">
      <Picture
        picture={picture}
        sizes="(min-width: 768px) 240px, 45vw"
        isDecoration
        className="aspect-video w-full rounded-lg object-cover"
      />
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate text-small text-muted">{name}</span>
        {isInGallery ? (
          <span className="flex h-9 items-center gap-1.5 text-small text-muted">
            <Check className="size-4 text-success" aria-hidden="true" />
            In the gallery
          </span>
        ) : (
          <Button
            size="sm"
            variant="outline"
            isLoading={state === 'adding'}
            aria-label={`Add ${name} to the gallery`}
            onClick={() => void add()}
          >
            <Plus aria-hidden="true" />
            Add
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-small text-destructive empty:sr-only">
        {state === 'failed' && 'The picture was not added. Please try again.'}
      </p>
    </li>
  )
}

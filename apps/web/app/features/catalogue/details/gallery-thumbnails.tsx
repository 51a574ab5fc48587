import { Play } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { TrailerDialog } from './lazy-details-parts.tsx'

interface GalleryThumbnailsProps extends Pick<ModDetails, 'title' | 'videoUrl' | 'trailer'> {
  pictures: readonly PictureFacts[]
  place: number
  onChoose: (place: number) => void
}

type Trailer = NonNullable<ModDetails['trailer']>

const SIZES = '(min-width: 1024px) 207px, 23vw'

/** All thumbnails with their labels, also on phones, where nobody would find hidden ones. */
export const GalleryThumbnails = (props: GalleryThumbnailsProps) => {
  const { title, pictures, place, onChoose, videoUrl, trailer } = props
  const video = videoUrl?.startsWith('https://') ? videoUrl : null
  const count = pictures.length + (video ? 1 : 0)
  if (count < 2 && !video) return null
  return (
    // Four thumbnails get wider columns, so that they fill the row too.
    <ul className={cx('mt-3 grid gap-2 md:gap-3', count === 4 ? 'grid-cols-4' : 'grid-cols-5')}>
      {pictures.length > 1 &&
        pictures.map((picture, each) => (
          <li key={picture.src}>
            <button
              type="button"
              aria-label={picture.label ? undefined : `Picture ${each + 1}`}
              aria-current={each === place || undefined}
              onClick={() => onChoose(each)}
              className="group block w-full rounded-lg text-left"
            >
              <Frame isCurrent={each === place}>
                <Picture picture={picture} sizes={SIZES} isDecoration className="size-full object-cover" />
              </Frame>
              <Word isCurrent={each === place}>{picture.label}</Word>
            </button>
          </li>
        ))}
      {trailer && <TrailerButton title={title} trailer={trailer} poster={pictures[0]} />}
      {video && !trailer && <VideoLink address={video} poster={pictures[0]} />}
    </ul>
  )
}

interface Poster {
  poster: PictureFacts | undefined
}

/** Opens the player, which contacts the video service only when the visitor presses play. */
const TrailerButton = ({ title, trailer, poster }: Poster & { title: string; trailer: Trailer }) => {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDialog('open')}
        className="group block w-full rounded-lg text-left"
      >
        <VideoFrame poster={poster} />
        <Word isCurrent={false}>Trailer</Word>
      </button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <TrailerDialog
            title={title}
            trailer={trailer}
            poster={poster}
            isOpen={dialog === 'open'}
            onOpenChange={(isOpen) => setDialog(isOpen ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </li>
  )
}

/** A video that is only linked: an iframe of an arbitrary service could track our visitors. */
const VideoLink = ({ address, poster }: Poster & { address: string }) => (
  <li>
    <a href={address} target="_blank" rel="noopener noreferrer" className="group block rounded-lg">
      <VideoFrame poster={poster} />
      <Word isCurrent={false}>
        Video <span className="sr-only">(opens in a new tab)</span>
      </Word>
    </a>
  </li>
)

const VideoFrame = ({ poster }: Poster) => (
  <Frame isCurrent={false}>
    {poster && <Picture picture={poster} sizes={SIZES} isDecoration className="size-full object-cover" />}
    <span className="dark absolute inset-0 grid place-items-center bg-background/60 text-foreground transition-colors group-hover:bg-background/40">
      <Play className="size-6 fill-current" aria-hidden="true" />
    </span>
  </Frame>
)

/** The ring is above the picture, which would cover a ring on its frame. */
const Frame = ({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) => (
  <span className="relative block aspect-[16/10] overflow-hidden rounded-lg bg-raised">
    {children}
    <span
      className={cx(
        'absolute inset-0 rounded-lg border-2 transition-colors',
        isCurrent ? 'border-primary' : 'border-transparent group-hover:border-foreground/40',
      )}
    />
  </span>
)

const Word = ({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) => (
  <span
    className={cx(
      'mt-1.5 block truncate text-caption',
      isCurrent ? 'text-foreground' : 'text-muted group-hover:text-foreground',
    )}
  >
    {children}
  </span>
)

import { CarFront, ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { preloadPicture } from '#ui/preload-picture.ts'
import { useSwipe } from '#ui/use-swipe.ts'
import { GalleryThumbnails } from './gallery-thumbnails.tsx'
import { loadViewer, PictureViewer } from './lazy-details-parts.tsx'

/** The window width minus the page margins and the buy box. */
const SIZES =
  '(min-width: 1024px) calc(min(100vw, 1360px) - 496px), (min-width: 768px) calc(100vw - 64px), calc(100vw - 40px)'

const FRAME = 'relative aspect-[16/10] overflow-hidden rounded-2xl bg-raised dark:border'

type GalleryProps = Pick<ModDetails, 'title' | 'categoryName' | 'pictures' | 'videoUrl' | 'trailer'>

export const ModGallery = ({ title, categoryName, pictures, videoUrl, trailer }: GalleryProps) => {
  const [place, setPlace] = useState(0)
  const [viewer, setViewer] = useState<'unused' | 'open' | 'closed'>('unused')
  const stage = useRef<HTMLButtonElement>(null)
  const [first] = pictures
  const video = { title, videoUrl, trailer }
  const picture = pictures[place]
  if (first) preloadPicture(first, SIZES)

  const step = (by: number) => setPlace((place + by + pictures.length) % pictures.length)
  const swipe = useSwipe(step)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => setPlace(0),
    End: () => setPlace(pictures.length - 1),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (!picture) {
    return (
      <>
        <NoPicture categoryName={categoryName} />
        <GalleryThumbnails pictures={[]} place={0} onChoose={setPlace} {...video} />
      </>
    )
  }
  return (
    <div role="group" aria-label="Pictures">
      <div className={FRAME} {...swipe}>
        <button
          ref={stage}
          type="button"
          aria-label={`Full screen: ${picture.alt}`}
          aria-haspopup="dialog"
          onPointerEnter={() => void loadViewer()}
          onFocus={() => void loadViewer()}
          onClick={() => setViewer('open')}
          onKeyDown={onKeyDown}
          className="group block size-full cursor-zoom-in! -outline-offset-4"
        >
          <Picture
            key={picture.src}
            picture={picture}
            sizes={SIZES}
            isDecoration
            isFirst
            className="size-full object-cover"
          />
          {picture.kind === 'in_game' && <Overlay className="top-4 left-4 px-3 py-1 text-caption">In-game</Overlay>}
          <Overlay className="bottom-3.5 left-4 h-9 gap-2 px-3.5 text-small font-medium transition-colors group-hover:bg-background">
            <Maximize2 className="size-4" aria-hidden="true" />
            Full screen
          </Overlay>
        </button>
        {pictures.length > 1 && (
          <>
            <StageArrow label="Previous picture" className="left-3" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" />
            </StageArrow>
            <StageArrow label="Next picture" className="right-3" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" />
            </StageArrow>
            <Overlay className="right-4 bottom-4 px-3 py-1 text-caption">
              <span className="num" aria-live="polite">
                <span className="sr-only">{picture.label || 'Picture'}, </span>
                {place + 1} / {pictures.length}
              </span>
            </Overlay>
          </>
        )}
      </div>
      <Captions pictures={pictures} place={place} />
      <GalleryThumbnails pictures={pictures} place={place} onChoose={setPlace} {...video} />
      {viewer !== 'unused' && (
        <Suspense fallback={null}>
          <PictureViewer
            title={title}
            pictures={pictures}
            place={place}
            onPlaceChange={setPlace}
            isOpen={viewer === 'open'}
            onOpenChange={(isOpen) => setViewer(isOpen ? 'open' : 'closed')}
            returnFocusTo={stage}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Stacked, with only the current one visible: the space fits every caption, so choosing a picture moves nothing. */
const Captions = ({ pictures, place }: Pick<ModDetails, 'pictures'> & { place: number }) => {
  if (!pictures.some(({ caption }) => caption)) return null
  return (
    <div className="mt-2 grid text-small text-muted">
      {pictures.map(
        ({ src, caption }, each) =>
          caption && (
            <p key={src} style={{ gridArea: '1/1' }} className={each === place ? undefined : 'invisible'}>
              {caption}
            </p>
          ),
      )}
    </div>
  )
}

/** Lies on a picture, so it looks dark in both themes. */
const Overlay = ({ className, children }: { className: string; children: ReactNode }) => (
  <span
    className={cx(
      'dark pointer-events-none absolute inline-flex items-center rounded-full bg-background/80 text-foreground',
      className,
    )}
  >
    {children}
  </span>
)

interface StageArrowProps {
  label: string
  className: string
  onClick: () => void
  children: ReactNode
}

const StageArrow = ({ className, ...rest }: StageArrowProps) => (
  <IconButton
    className={cx(
      // Hidden on phones, where visitors swipe.
      'dark absolute! top-1/2 -translate-y-1/2 max-sm:hidden! bg-background/60! text-foreground! hover:bg-background!',
      className,
    )}
    {...rest}
  />
)

const NoPicture = ({ categoryName }: { categoryName: string }) => (
  <div className={cx(FRAME, 'grid place-items-center')}>
    <p className="flex flex-col items-center gap-3 text-ui text-muted">
      <CarFront className="size-12 text-subtle" aria-hidden="true" />
      {categoryName}, no picture yet
    </p>
  </div>
)

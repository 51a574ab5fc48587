import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { GalleryPicture } from '@slipstream/contract/picture'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { useSwipe } from '#ui/use-swipe.ts'

interface PictureViewerProps {
  title: string
  pictures: readonly GalleryPicture[]
  place: number
  onPlaceChange: (place: number) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The picture to start with. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Relative to the size that fits the screen. */
const LARGEST_ZOOM = 3
const PAN_PX = 80

const PAN_KEYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-PAN_PX, 0],
  ArrowRight: [PAN_PX, 0],
  ArrowUp: [0, -PAN_PX],
  ArrowDown: [0, PAN_PX],
}

/** A full-screen picture viewer with paging, zoom and panning by keyboard, mouse or touch. */
export const PictureViewer = (props: PictureViewerProps) => {
  const { isOpen, onOpenChange, returnFocusTo } = props
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocusTo.current?.focus()
          }}
          className="dark fixed inset-0 z-50 bg-background text-foreground outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <Stage {...props} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

const Stage = ({ title, pictures, place, onPlaceChange }: PictureViewerProps) => {
  const { frame, zoom, zoomTo, panBy } = useZoom()
  const last = pictures.length - 1
  const picture = pictures[place]

  const show = (next: number) => {
    zoomTo(1)
    onPlaceChange(Math.min(Math.max(next, 0), last))
  }
  const step = (by: number) => show((place + by + pictures.length) % pictures.length)
  const swipe = useSwipe((by) => zoom === 1 && step(by))

  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => show(0),
    End: () => show(last),
    '+': () => zoomTo(zoom + 1),
    '=': () => zoomTo(zoom + 1),
    '-': () => zoomTo(zoom - 1),
    '0': () => zoomTo(1),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pan = zoom > 1 && PAN_KEYS[event.key]
    const act = pan ? () => panBy(...pan) : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (!picture) return null
  return (
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <div className="flex items-center gap-1 py-2 pr-3 pl-5 md:pr-5 md:pl-8">
        <RadixDialog.Title className="min-w-0 flex-1 truncate text-ui font-medium">{title}</RadixDialog.Title>
        <p className="num mr-2 text-ui text-muted" aria-live="polite">
          <span className="sr-only">{picture.label || 'Picture'}, </span>
          {place + 1} / {pictures.length}
        </p>
        <IconButton label="Zoom out" {...spent(zoom === 1)} onClick={() => zoomTo(zoom - 1)}>
          <ZoomOut aria-hidden="true" />
        </IconButton>
        <IconButton label="Zoom in" {...spent(zoom === LARGEST_ZOOM)} onClick={() => zoomTo(zoom + 1)}>
          <ZoomIn aria-hidden="true" />
        </IconButton>
        <RadixDialog.Close asChild>
          <IconButton label="Close">
            <X aria-hidden="true" />
          </IconButton>
        </RadixDialog.Close>
      </div>
      <div className="relative min-h-0 flex-1">
        <div ref={frame} className={cx('size-full', zoom > 1 ? 'overflow-auto' : 'overflow-hidden')} {...swipe}>
          <button
            type="button"
            aria-label={zoom === 1 ? `Enlarge: ${picture.alt}` : `Fit to the screen: ${picture.alt}`}
            onClick={(event) => zoomTo(zoom === 1 ? 2 : 1, event)}
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
            className={cx('block -outline-offset-4', zoom === 1 ? 'cursor-zoom-in!' : 'cursor-zoom-out!')}
          >
            <Picture
              key={picture.src}
              picture={picture}
              sizes={`${zoom * 100}vw`}
              isDecoration
              isFirst
              className="size-full bg-none! object-contain"
            />
          </button>
        </div>
        {pictures.length > 1 && (
          <>
            <ViewerArrow label="Previous picture" className="left-3 md:left-6" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" />
            </ViewerArrow>
            <ViewerArrow label="Next picture" className="right-3 md:right-6" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" />
            </ViewerArrow>
          </>
        )}
      </div>
      <p className="px-5 py-3 text-center text-small text-muted md:py-4">
        {picture.kind === 'in_game' && <Badge className="mr-2">In-game</Badge>}
        {picture.label && <span className="mr-2 font-medium text-foreground">{picture.label}</span>}
        {picture.caption ?? picture.alt}
      </p>
    </div>
  )
}

/** Not `disabled`: the focused button would lose the focus. */
const spent = (isSpent: boolean) => (isSpent ? { 'aria-disabled': true, className: 'opacity-40' } : {})

/**
 * The zoom level and the scroll frame. The point under the pointer stays in place; without a pointer the center does.
 */
const useZoom = () => {
  const frame = useRef<HTMLDivElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  const [zoom, setZoom] = useState(1)

  const zoomTo = (next: number, pointer?: MouseEvent) => {
    const area = pointer?.currentTarget.getBoundingClientRect()
    // A click by keyboard has no position.
    middle.current =
      pointer && pointer.detail > 0 && area
        ? { x: (pointer.clientX - area.left) / area.width, y: (pointer.clientY - area.top) / area.height }
        : { x: 0.5, y: 0.5 }
    setZoom(Math.min(Math.max(next, 1), LARGEST_ZOOM))
  }

  useLayoutEffect(() => {
    const { current: element } = frame
    if (!element) return
    element.scrollLeft = middle.current.x * (element.scrollWidth - element.clientWidth)
    element.scrollTop = middle.current.y * (element.scrollHeight - element.clientHeight)
  }, [zoom])

  const panBy = (x: number, y: number) => {
    if (!frame.current) return
    frame.current.scrollLeft += x
    frame.current.scrollTop += y
  }

  return { frame, zoom, zoomTo, panBy }
}

interface ViewerArrowProps {
  label: string
  className: string
  onClick: () => void
  children: React.ReactNode
}

const ViewerArrow = ({ className, ...rest }: ViewerArrowProps) => (
  <IconButton
    variant="secondary"
    size="icon-lg"
    className={cx('absolute! top-1/2 -translate-y-1/2 bg-raised/90!', className)}
    {...rest}
  />
)

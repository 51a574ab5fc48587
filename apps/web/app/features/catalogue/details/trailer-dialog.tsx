import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import { TRAILER_ORIGINS } from '@slipstream/contract/trailer-hosts'
import { Dialog } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'

type Trailer = NonNullable<ModDetails['trailer']>

const SERVICES = {
  youtube: {
    name: 'YouTube (Google)',
    address: (id: string) => `${TRAILER_ORIGINS.youtube}/embed/${id}?autoplay=1&rel=0`,
  },
  vimeo: { name: 'Vimeo', address: (id: string) => `${TRAILER_ORIGINS.vimeo}/video/${id}?autoplay=1&dnt=1` },
} as const

interface TrailerDialogProps {
  title: string
  trailer: Trailer
  /** Our own picture of the mod: loading the service's thumbnail would already reveal the visitor to it. */
  poster: PictureFacts | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The mod's trailer. The video service is contacted only when the visitor presses play. */
export const TrailerDialog = ({ title, trailer, poster, isOpen, onOpenChange }: TrailerDialogProps) => {
  const { name } = SERVICES[trailer.service]
  return (
    <Dialog
      title={`Trailer of ${title}`}
      description={`Press play to load the video from ${name}, which then learns your IP address. Nothing is sent before that.`}
      size="lg"
      open={isOpen}
      onOpenChange={onOpenChange}
    >
      <Player title={title} trailer={trailer} poster={poster} />
    </Dialog>
  )
}

/** Unmounted with the dialog, so that closing it stops the video. */
const Player = ({ title, trailer, poster }: Pick<TrailerDialogProps, 'title' | 'trailer' | 'poster'>) => {
  const [isPlaying, setPlaying] = useState(false)
  const { name, address } = SERVICES[trailer.service]
  return (
    <div className="relative aspect-video overflow-hidden rounded-lg bg-raised">
      {isPlaying ? (
        <iframe
          src={address(trailer.id)}
          title={`Trailer of ${title}`}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full"
        />
      ) : (
        <button
          type="button"
          aria-label={`Play the trailer from ${name}`}
          onClick={() => setPlaying(true)}
          className="group block size-full"
        >
          {poster && (
            <Picture
              picture={poster}
              sizes="(min-width: 768px) 720px, 100vw"
              isDecoration
              className="size-full object-cover"
            />
          )}
          <span className="dark absolute inset-0 grid place-items-center bg-background/60 text-foreground transition-colors group-hover:bg-background/40">
            <Play className="size-12 fill-current" aria-hidden="true" />
          </span>
        </button>
      )}
    </div>
  )
}

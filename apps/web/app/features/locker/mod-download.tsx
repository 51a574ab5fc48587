import { ArrowDownToLine, CarFront } from 'lucide-react'
import type { CopyStep } from '@slipstream/contract/copy-capacity'
import type { LockerItem } from '@slipstream/contract/locker'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { Picture } from '#ui/picture.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { useDownload } from './locker.queries.ts'

interface DownloadProps {
  item: LockerItem
  download: ReturnType<typeof useDownload>
}

interface DownloadButtonProps extends DownloadProps {
  variant?: 'primary' | 'outline'
  size?: 'md' | 'lg'
  className?: string
  word?: 'Download' | 'Update'
}

export const DownloadButton = ({ item, download, word = 'Download', ...look }: DownloadButtonProps) => {
  if (download.step !== null) {
    return (
      <Button aria-disabled aria-busy aria-label={`Preparing your copy of ${item.title}`} {...look}>
        <Spinner />
        Preparing your copy…
      </Button>
    )
  }
  return (
    <Button
      aria-label={`${word} ${item.title}`}
      disabled={item.release === null}
      isLoading={download.isPending}
      onClick={() => download.mutate()}
      {...look}
    >
      <ArrowDownToLine aria-hidden="true" />
      {word}
    </Button>
  )
}

const STEPS: Record<CopyStep, string> = {
  release: 'This release is new and is being prepared for all buyers.',
  queue: 'Your copy is in the queue.',
  copy: 'Your copy is being written.',
}

/** The state of a download, or a note while there is nothing to download yet. */
export const downloadWords = ({ item, download }: DownloadProps): { text: string; isFailure?: true } | null => {
  if (download.step !== null) return { text: `${STEPS[download.step]} The download starts automatically.` }
  if (download.error) return { text: failureText(download.error), isFailure: true }
  if (download.data) return { text: `${download.data.fileName} is downloading. Check your browser’s downloads.` }
  if (item.release === null) {
    return { text: 'The first release is still being built. We’ll e-mail you when it’s ready.' }
  }
  return null
}

interface LockerPictureProps {
  item: LockerItem
  /** The `sizes` attribute of the image. */
  sizes: string
  className: string
}

export const LockerPicture = ({ item, sizes, className }: LockerPictureProps) => (
  <div className={cx('aspect-16/10 overflow-hidden bg-raised', className)}>
    {item.picture ? (
      <Picture picture={item.picture} sizes={sizes} isDecoration className="size-full object-cover" />
    ) : (
      <span className="grid size-full place-items-center text-subtle">
        <CarFront className="size-7" aria-hidden="true" />
      </span>
    )}
  </div>
)

/** Links to the mod page while there is one. */
export const LockerTitle = ({ item: { isForSale, modId, title } }: { item: LockerItem }) =>
  isForSale ? (
    <Link to={`/mods/${modId}`} className="rounded-sm hover:underline">
      {title}
    </Link>
  ) : (
    title
  )

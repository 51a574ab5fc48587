import { CircleCheck, Gem } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LockerItem } from '@slipstream/contract/locker'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useDownload, useLocker } from './locker.queries.ts'
import { DownloadButton, downloadWords } from './mod-download.tsx'

interface OwnModProps {
  modId: number
  /** True if Premium includes the mod, false if it is owned. */
  isIncluded: boolean
}

/** On the page of a mod that the user has: shows their version and the newest one instead of the price. */
export const OwnMod = ({ modId, isIncluded, keep }: OwnModProps & { keep?: ReactNode }) => {
  const { item, download, words } = useOwnMod(modId)
  return (
    <>
      <p className={cx('flex items-center gap-2.5 text-title', isIncluded ? 'text-premium' : 'text-success')}>
        {isIncluded ? (
          <Gem className="size-5 shrink-0" aria-hidden="true" />
        ) : (
          <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
        )}
        {headingOf(isIncluded)}
      </p>
      {isIncluded && (
        <p className="mt-1.5 text-small text-muted">It is in your locker for as long as you are a member.</p>
      )}
      {/* Keeps its height while the locker loads. */}
      <p
        aria-live="polite"
        className={cx('num mt-1.5 min-h-5 text-small', words?.isFailure ? 'text-destructive' : 'text-muted')}
      >
        {words?.text}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {item?.isWindowOpen && (
          <DownloadButton
            item={item}
            download={download}
            word={wordOf(item)}
            variant={isNews(item) ? 'primary' : 'outline'}
            size="lg"
            className="flex-1 max-lg:hidden"
          />
        )}
        <LockerButton />
      </div>
      {keep && <div className="mt-3">{keep}</div>}
    </>
  )
}

/** The same for phones, at the bottom of the window. */
export const OwnModBar = ({ modId, isIncluded }: OwnModProps) => {
  const { item, download, words } = useOwnMod(modId)
  return (
    <>
      <div className="min-w-0">
        <p className={cx('text-ui font-medium', isIncluded ? 'text-premium' : 'text-success')}>
          {headingOf(isIncluded)}
        </p>
        <p
          aria-live="polite"
          className={cx('num min-h-4 text-caption', words?.isFailure ? 'text-destructive' : 'text-muted')}
        >
          {words?.text}
        </p>
      </div>
      {item?.isWindowOpen ? (
        <DownloadButton
          item={item}
          download={download}
          word={wordOf(item)}
          variant={isNews(item) ? 'primary' : 'outline'}
          size="lg"
        />
      ) : (
        <LockerButton />
      )}
    </>
  )
}

const headingOf = (isIncluded: boolean) => (isIncluded ? 'Included with your Premium' : 'You own this')

/** The item is undefined while the locker loads or if it failed to load; the link to the locker is enough then. */
const useOwnMod = (modId: number) => {
  const item = useLocker().data?.items.find((each) => each.modId === modId)
  const download = useDownload(modId)
  const words = item && (downloadWords({ item, download }) ?? { text: versionWords(item) })
  return { item, download, words }
}

const isNews = (item: LockerItem) => item.hasUpdate || item.downloadedVersion === null
const wordOf = (item: LockerItem) => (item.hasUpdate ? 'Update' : 'Download')

const versionWords = ({ release, downloadedVersion, hasUpdate }: LockerItem) => {
  if (downloadedVersion === null) return `Version ${release?.version} is ready to download.`
  return hasUpdate
    ? `You have version ${downloadedVersion}. Version ${release?.version} is available.`
    : `You have version ${downloadedVersion}, the newest.`
}

const LockerButton = () => (
  <Button asChild variant="outline" size="lg">
    <Link to="/mod-locker">Open locker</Link>
  </Button>
)

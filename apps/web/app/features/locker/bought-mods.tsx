import type { LockerItem } from '@slipstream/contract/locker'
import { cx } from '#ui/cx.ts'
import { sizeText } from '#ui/size-text.ts'
import { useDownload, useLocker } from './locker.queries.ts'
import { DownloadButton, downloadWords, LockerPicture, LockerTitle } from './mod-download.tsx'

/** The mods of an order that was just paid. If the list fails to load, the locker still has them. */
const BoughtMods = ({ orderNumber }: { orderNumber: string }) => {
  const items = useLocker().data?.items.filter((item) => item.orderNumber === orderNumber)
  if (!items || items.length === 0) return null
  return (
    <ul
      aria-label="Your new mods"
      className={cx(
        'mx-auto mt-10 grid gap-4',
        items.length === 1 && 'max-w-sm',
        items.length === 2 && 'max-w-3xl sm:grid-cols-2',
        items.length > 2 && 'max-w-5xl sm:grid-cols-2 lg:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <BoughtMod key={item.modId} item={item} />
      ))}
    </ul>
  )
}

const BoughtMod = ({ item }: { item: LockerItem }) => {
  const download = useDownload(item.modId)
  const words = downloadWords({ item, download })
  return (
    <li className="surface flex animate-fade-in flex-col overflow-hidden rounded-2xl">
      <LockerPicture item={item} sizes="(min-width: 40rem) 384px, 100vw" className="w-full" />
      <div className="flex flex-1 flex-col p-4">
        <h2 className="text-body font-semibold">
          <LockerTitle item={item} />
        </h2>
        <p className="num mt-0.5 text-small text-muted">
          {item.release ? `${item.release.version} · ${sizeText(item.release.sizeBytes)}` : item.categoryName}
        </p>
        <DownloadButton item={item} download={download} variant="primary" size="lg" className="mt-4 w-full" />
        <p
          aria-live="polite"
          className={cx('text-small not-empty:mt-2', words?.isFailure ? 'text-destructive' : 'text-muted')}
        >
          {words?.text}
        </p>
      </div>
    </li>
  )
}

export default BoughtMods

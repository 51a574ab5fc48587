import { ArrowDownToLine, CarFront, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Locker, LockerItem } from '@slipstream/contract/locker'
import { calendarDay } from '#lib/calendar-day.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Picture } from '#ui/picture.tsx'
import { sizeText } from '#ui/size-text.ts'
import { LockerMenu } from './locker-menu.tsx'
import { useDownload, useRenew } from './locker.queries.ts'

interface LockerRowProps {
  item: LockerItem
  locker: Locker
  guide: ReactNode
}

export const LockerRow = ({ item, locker, guide }: LockerRowProps) => {
  const download = useDownload(item.modId)
  const renew = useRenew(item.modId)
  const isBlocked = !item.isWindowOpen && locker.renewals === 'ask-support'

  return (
    <li className="surface grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-xl p-3 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:p-4">
      <Thumb item={item} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-ui font-semibold">
            {item.isForSale ? (
              <Link to={`/mods/${item.modId}`} className="hover:underline">
                {item.title}
              </Link>
            ) : (
              item.title
            )}
          </h2>
          {item.hasUpdate && <Badge tone="success">Update available</Badge>}
          {item.compatibility === 'broken' && <Badge tone="destructive">Broken in game {locker.gameVersion}</Badge>}
          {item.compatibility === 'unconfirmed' && (
            <Badge tone="warning">Not confirmed for game {locker.gameVersion}</Badge>
          )}
        </div>
        <Facts item={item} />
        <Said download={download} renew={renew} item={item} isBlocked={isBlocked} />
      </div>
      <div className="flex items-center gap-2 max-md:col-span-2">
        {item.isWindowOpen ? (
          <Button
            variant={item.hasUpdate || item.downloadedVersion === null ? 'primary' : 'outline'}
            className="flex-1 md:flex-none"
            aria-label={`Download ${item.title}`}
            disabled={item.release === null}
            isLoading={download.isPending}
            onClick={() => download.mutate()}
          >
            <ArrowDownToLine aria-hidden="true" />
            Download
          </Button>
        ) : (
          <Button
            variant="outline"
            className="flex-1 md:flex-none"
            aria-label={`Renew link of ${item.title}`}
            disabled={isBlocked}
            isLoading={renew.isPending}
            onClick={() => renew.mutate()}
          >
            <RefreshCw aria-hidden="true" />
            Renew link
          </Button>
        )}
        <LockerMenu item={item} gameVersion={locker.gameVersion} guide={guide} />
      </div>
    </li>
  )
}

const Thumb = ({ item }: { item: LockerItem }) => (
  <div className="aspect-16/10 w-24 overflow-hidden rounded-lg bg-raised md:w-36">
    {item.picture ? (
      <Picture picture={item.picture} sizes="144px" isDecoration className="size-full object-cover" />
    ) : (
      <span className="grid size-full place-items-center text-subtle">
        <CarFront className="size-7" aria-hidden="true" />
      </span>
    )}
  </div>
)

const Facts = ({ item }: { item: LockerItem }) => {
  const { release, downloadedVersion } = item
  const facts = [
    release && (item.hasUpdate ? `${downloadedVersion} → ${release.version}` : release.version),
    release && sizeText(release.sizeBytes),
    `${SOURCES[item.source]} ${calendarDay(item.since)}`,
  ]
  return <p className="num mt-1 text-small text-muted">{facts.filter(Boolean).join(' · ')}</p>
}

const SOURCES = { purchase: 'Bought', premium: 'With Premium since', grant: 'A gift of' }

interface SaidProps {
  download: ReturnType<typeof useDownload>
  renew: ReturnType<typeof useRenew>
  item: LockerItem
  isBlocked: boolean
}

/** Always there, so that screen readers hear what becomes of a download. */
const Said = ({ download, renew, item, isBlocked }: SaidProps) => {
  const error = download.error ?? renew.error
  const failure = error && failureText(error)
  return (
    <p aria-live="polite" className={failure ? 'mt-1.5 text-small text-destructive' : 'mt-1.5 text-small text-muted'}>
      {failure ?? wordsFor(item, isBlocked, download.data?.fileName)}
    </p>
  )
}

const wordsFor = (item: LockerItem, isBlocked: boolean, started?: string) => {
  if (started) return `${started} is on its way: see your browser’s downloads.`
  if (item.release === null) return 'The first release is still being built. You get a mail when it is here.'
  if (item.isWindowOpen) return item.freeUntil ? `Free re-download until ${calendarDay(item.freeUntil)}` : ''
  return isBlocked
    ? 'The free download period is over. Please ask our support for a new link.'
    : 'The free download period is over. Renewing it costs nothing.'
}

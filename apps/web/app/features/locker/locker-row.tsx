import { LifeBuoy, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Locker, LockerItem } from '@slipstream/contract/locker'
import { calendarDay } from '#lib/dates.ts'
import { useGameVersion } from '#lib/game-version.ts'
import { useWorks, VERDICTS } from '#lib/works.ts'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { sizeText } from '#ui/size-text.ts'
import { Status } from '#ui/status.tsx'
import { helpAddress } from './help-address.ts'
import { LockerMenu } from './locker-menu.tsx'
import { useDownload, useRenew } from './locker.queries.ts'
import { DownloadButton, downloadWords, LockerPicture, LockerTitle } from './mod-download.tsx'
import { RenewPremium } from './premium-ended.tsx'

interface LockerRowProps {
  item: LockerItem
  locker: Locker
  /** How to install the mod; shorter after a download. */
  guide: (isDownloaded: boolean) => ReactNode
}

const BUTTON = 'max-md:flex-1 md:min-w-36'

export const LockerRow = ({ item, locker, guide }: LockerRowProps) => {
  const isBlocked = !item.isWindowOpen && locker.renewals === 'ask-support'
  const download = useDownload(item.modId, { isRenewed: !item.isWindowOpen && !isBlocked })
  const renew = useRenew(item.modId)
  const words = renew.error
    ? { text: failureText(renew.error), isFailure: true }
    : (downloadWords({ item, download }) ?? { text: windowWords(item, isBlocked) })

  return (
    <li className="surface grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-xl p-3 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:gap-x-5">
      <LockerPicture item={item} sizes="160px" className="h-fit w-24 rounded-lg md:w-40" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-body font-semibold">
            <LockerTitle item={item} />
          </h2>
          {item.source === 'premium' && <Badge tone="premium">Premium</Badge>}
          {item.hasUpdate && <Badge tone="success">Update available</Badge>}
        </div>
        <Facts item={item} />
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-small text-muted">
          <Compatibility item={item} gameVersion={locker.gameVersion} />
          {/* Always rendered, so that screen readers announce the state of a download. */}
          <p aria-live="polite" className={cx('text-balance', words.isFailure && 'text-destructive')}>
            {words.text}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-2 max-md:col-span-2">
        <MainAction item={item} download={download} renew={renew} isBlocked={isBlocked} />
        <LockerMenu item={item} gameVersion={locker.gameVersion} guide={guide(false)} />
      </div>
      {download.data && <div className="col-span-full border-t pt-4 pb-1">{guide(true)}</div>}
    </li>
  )
}

interface MainActionProps {
  item: LockerItem
  download: ReturnType<typeof useDownload>
  renew: ReturnType<typeof useRenew>
  isBlocked: boolean
}

const MainAction = ({ item, download, renew, isBlocked }: MainActionProps) => {
  if (download.error instanceof ApiError && download.error.code === 'locker.premium_over') {
    return <RenewPremium className={BUTTON} />
  }
  if (isBlocked) {
    return (
      <Button asChild variant="outline" className={BUTTON}>
        <Link to={helpAddress(item)} aria-label={`Ask support for ${item.title}`}>
          <LifeBuoy aria-hidden="true" />
          Ask support
        </Link>
      </Button>
    )
  }
  const isNews = item.hasUpdate || item.downloadedVersion === null
  return (
    <>
      {!item.isWindowOpen && (
        <Button
          variant="ghost"
          aria-label={`Renew link for ${item.title}`}
          isLoading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          <RefreshCw aria-hidden="true" />
          Renew link
        </Button>
      )}
      <DownloadButton
        item={item}
        download={download}
        word={item.hasUpdate ? 'Update' : 'Download'}
        variant={isNews ? 'primary' : 'outline'}
        className={BUTTON}
      />
    </>
  )
}

const Facts = ({ item }: { item: LockerItem }) => {
  const { release, downloadedVersion } = item
  const facts = [
    release && (item.hasUpdate ? `${downloadedVersion} → ${release.version}` : release.version),
    release && sizeText(release.sizeBytes),
    item.since && `${SOURCES[item.source]} ${calendarDay(item.since)}`,
  ]
  return <p className="num mt-0.5 text-small text-balance text-muted">{facts.filter(Boolean).join('\u00a0· ')}</p>
}

const SOURCES = { purchase: 'Bought', premium: '', grant: 'Gift received' }

/** The compatibility of the release with the current game version. */
const Compatibility = ({ item, gameVersion }: { item: LockerItem; gameVersion: string | null }) => {
  const chosen = useGameVersion()
  if (chosen !== '' && chosen !== gameVersion) return <WithYourGame gameVersion={chosen} id={item.modId} />
  if (item.compatibility === null || gameVersion === null) return null
  const { tone, word } = COMPATIBILITY[item.compatibility]
  return (
    <Status tone={tone}>
      {word} game {gameVersion}
    </Status>
  )
}

/** The same for the game version that the visitor has chosen. */
const WithYourGame = ({ gameVersion, id }: { gameVersion: string; id: number }) => {
  const verdict = useWorks(gameVersion, id)
  if (!verdict) return null
  const { tone, word } = VERDICTS[verdict]
  return (
    <Status tone={tone}>
      {word} game {gameVersion}
    </Status>
  )
}

const COMPATIBILITY = {
  confirmed: { tone: 'success', word: 'Works in' },
  unconfirmed: { tone: 'warning', word: 'Not confirmed for' },
  broken: { tone: 'destructive', word: 'Broken in' },
  fixed: { tone: 'success', word: 'Fixed for' },
} as const

const isPast = (moment: string | null) => moment !== null && Date.parse(moment) < Date.now()

const windowWords = (item: LockerItem, isBlocked: boolean) => {
  if (item.premiumUntil && (item.source === 'premium' || isPast(item.freeUntil))) {
    return `Included with your Premium until ${calendarDay(item.premiumUntil)}`
  }
  if (item.isWindowOpen) return item.freeUntil ? `Free re-download until ${calendarDay(item.freeUntil)}` : ''
  return isBlocked
    ? 'Your free download period is over. Ask support for a new link.'
    : 'Free to download again. That renews the link.'
}

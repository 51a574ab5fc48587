import { BookOpen, Ellipsis, History, LifeBuoy, ReceiptText, Star, ThumbsUp, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LockerItem, LockerRelease } from '@slipstream/contract/locker'
import { calendarDay } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '#ui/dropdown.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { helpAddress } from './help-address.ts'
import { ReportForm } from './report-form.tsx'

interface LockerMenuProps {
  item: LockerItem
  gameVersion: string | null
  guide: ReactNode
}

type Panel = 'changelog' | 'guide' | 'report'

/** More actions for an owned mod. */
export const LockerMenu = ({ item, gameVersion, guide }: LockerMenuProps) => {
  const [panel, setPanel] = useState<Panel | null>(null)
  const { release, orderNumber, refundUntil } = item
  const order = `/mod-locker?order=${orderNumber}` as const
  return (
    <>
      <Dropdown
        trigger={
          <IconButton label={`More actions for ${item.title}`} variant="outline">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {release && (
          <DropdownItem onSelect={() => setPanel('changelog')}>
            <History aria-hidden="true" />
            What’s new in {release.version}
          </DropdownItem>
        )}
        <DropdownItem onSelect={() => setPanel('guide')}>
          <BookOpen aria-hidden="true" />
          How to install it
        </DropdownItem>
        {release && gameVersion && (
          <DropdownItem onSelect={() => setPanel('report')}>
            <ThumbsUp aria-hidden="true" />
            Does it work for you?
          </DropdownItem>
        )}
        {item.source !== 'premium' && (
          <DropdownItem asChild>
            {/* A full page load: only that page may upload pictures. */}
            <a href={`/mod-locker?review=${item.modId}`}>
              <Star aria-hidden="true" />
              Write a review
            </a>
          </DropdownItem>
        )}
        <DropdownItem asChild>
          <Link to={helpAddress(item)}>
            <LifeBuoy aria-hidden="true" />
            Get help with this mod
          </Link>
        </DropdownItem>
        {orderNumber && (
          <>
            <DropdownSeparator />
            <DropdownItem asChild>
              <Link to={order}>
                <ReceiptText aria-hidden="true" />
                Order and invoice
              </Link>
            </DropdownItem>
            {refundUntil && (
              <DropdownItem asChild>
                <Link to={`${order}#refund`}>
                  <Undo2 aria-hidden="true" />
                  Request a refund until {calendarDay(refundUntil)}
                </Link>
              </DropdownItem>
            )}
          </>
        )}
      </Dropdown>
      <Dialog
        title={titleOf(panel, item)}
        open={panel !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setPanel(null)
        }}
      >
        {panel === 'changelog' && release && <Changes release={release} />}
        {panel === 'guide' && guide}
        {panel === 'report' && <ReportForm item={item} gameVersion={gameVersion ?? ''} onDone={() => setPanel(null)} />}
      </Dialog>
    </>
  )
}

const titleOf = (panel: Panel | null, { title, release }: LockerItem) => {
  if (panel === 'changelog') return `${title} ${release?.version}`
  return panel === 'report' ? `Does ${title} work for you?` : title
}

const Changes = ({ release }: { release: LockerRelease }) => (
  <div className="text-body text-muted">
    <p className="num text-ui">
      Released {calendarDay(release.releasedAt)}
      {release.gameVersions.length > 0 && `, tested with game ${release.gameVersions.join(', ')}`}
    </p>
    <ul className="mt-3 list-disc space-y-1 pl-5">
      {release.changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
    {release.sha256 && (
      <p className="mt-4 text-small">
        SHA-256 of your copy <code className="block font-mono break-all text-subtle">{release.sha256}</code>
      </p>
    )}
  </div>
)

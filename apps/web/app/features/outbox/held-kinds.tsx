import type { HeldMessages } from '@slipstream/contract/outbox'
import type { HeldKind } from '@slipstream/contract/outbox-kinds'
import { countText, plural } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { useDiscard, useHeld, useRelease } from './outbox.queries.ts'

const NAMES: Record<HeldKind, string> = {
  account: 'Accounts and passwords',
  orders: 'Orders and refunds',
  subscriptions: 'Subscriptions',
  tickets: 'Tickets',
  reviews: 'Reviews',
  releases: 'New releases, to owners',
  wishlist: 'Wishlist news',
  newsletter: 'Newsletters',
  discord: 'Announcements on Discord',
  alerts: 'Alerts to the owner',
  publication: 'Planned publications',
  roles: 'Premium role on Discord',
}

/** What a restored store holds back. Nothing is shown in a store that holds nothing. */
export const HeldKinds = () => {
  const { data } = useHeld()
  const [first] = data?.held ?? []
  if (!data || !first) return null
  return (
    <Card
      title="Held since this store was restored"
      description={
        <>
          Nothing of these kinds has gone out since <Moment at={first.heldAt} />. Most of what waited then was sent
          after the backup was made: discard it, or people get it twice.
        </>
      }
    >
      <ul aria-label="Held kinds" className="flex flex-col divide-y">
        {data.held.map((held) => (
          <Held key={held.kind} {...held} />
        ))}
      </ul>
    </Card>
  )
}

const Held = (held: HeldMessages) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-48 text-ui">
      <p className="font-medium">{NAMES[held.kind]}</p>
      <p className="text-muted">
        {held.kind === 'roles'
          ? 'Nobody gets or loses it'
          : `${countText(held.fromBackup)} from the backup, ${countText(held.since)} since`}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      {held.discardable > 0 && <Discard {...held} />}
      <Release {...held} />
    </div>
  </li>
)

const consequence = ({ kind, fromBackup, since }: HeldMessages) => {
  if (kind === 'roles') {
    return 'Everybody’s role is compared with this store, and given or taken. Decide about lost subscriptions on the orders page first.'
  }
  const total = fromBackup + since
  if (total === 0) return 'Nothing waits. What comes from now on goes out at once.'
  return `${plural(total, 'entry goes', 'entries go')} out, ${countText(fromBackup)} of them from the backup. This cannot be taken back.`
}

const Release = (held: HeldMessages) => {
  const { kind } = held
  const release = useRelease()
  return (
    <ConfirmDialog
      title={`Release ${NAMES[kind]}?`}
      description={consequence(held)}
      confirmLabel="Release"
      tone="primary"
      trigger="Release"
      onConfirm={() => release.mutateAsync(kind)}
    />
  )
}

const Discard = ({ kind, discardable }: HeldMessages) => {
  const discard = useDiscard()
  return (
    <ConfirmDialog
      title={`Discard ${countText(discardable)} from the backup?`}
      description={`${NAMES[kind]}: they are never sent. What was added since stays.`}
      confirmLabel="Discard"
      trigger={`Discard ${countText(discardable)}`}
      onConfirm={() => discard.mutateAsync(kind)}
    />
  )
}

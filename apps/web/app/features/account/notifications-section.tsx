import type { Account, NotificationChoices } from '@slipstream/contract/account'
import { PROMOTIONS } from '@slipstream/contract/mail-consents'
import { Switch } from '#ui/switch.tsx'
import { AccountSection } from './account-section.tsx'
import { useNotificationChoice } from './account.queries.ts'
import { Outcome } from './outcome.tsx'

/** Only e-mails that the store really sends. */
const CHOICES: Record<keyof NotificationChoices, { label: string; hint: string }> = {
  modUpdates: { label: 'Updates to my mods', hint: 'When a mod you own gets a new version.' },
  reviewReminders: {
    label: 'Invitations to review',
    hint: 'One e-mail a few days after you first download a mod you bought.',
  },
  ticketReplies: { label: 'Answers to my tickets', hint: 'When support answers you.' },
  newsletter: { label: PROMOTIONS.newsletter.label, hint: PROMOTIONS.newsletter.consent },
  wishlistNews: { label: PROMOTIONS.wishlistNews.label, hint: PROMOTIONS.wishlistNews.consent },
  newTickets: {
    label: 'New tickets',
    hint: 'For administrators: when customers write, at most one e-mail every ten minutes.',
  },
}

export const NotificationsSection = ({ account: { notificationChoices, isAdmin } }: { account: Account }) => (
  <AccountSection
    id="notifications"
    description="Choose which e-mails you get. News about your mods, tickets and reviews also appears on the Notifications tab. We always send receipts and security notices."
  >
    {(Object.keys(CHOICES) as (keyof NotificationChoices)[])
      .filter((name) => name !== 'newTickets' || isAdmin)
      .map((name) => (
        <NotificationSwitch key={name} name={name} isOn={notificationChoices[name]} />
      ))}
  </AccountSection>
)

const NotificationSwitch = ({ name, isOn }: { name: keyof NotificationChoices; isOn: boolean }) => {
  const choose = useNotificationChoice(name)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Switch {...CHOICES[name]} checked={isOn} onCheckedChange={(wantsIt) => choose.mutate(wantsIt)} />
      <Outcome act={choose} done="Saved." />
    </div>
  )
}

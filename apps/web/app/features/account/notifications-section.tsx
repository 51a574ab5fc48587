import type { Account, NotificationChoices } from '@slipstream/contract/account'
import { Switch } from '#ui/switch.tsx'
import { AccountSection } from './account-section.tsx'
import { useNotificationChoice } from './account.queries.ts'
import { Outcome } from './outcome.tsx'

/**
 * Only e-mails that the store really sends. The account has more settings, which appear here together with their
 * e-mails.
 */
const CHOICES = {
  modUpdates: { label: 'Updates to my mods', hint: 'When a mod you own gets a new version.' },
  ticketReplies: { label: 'Answers to my tickets', hint: 'When support answers you.' },
}

export const NotificationsSection = ({ account: { notificationChoices } }: { account: Account }) => (
  <AccountSection
    id="notifications"
    description="Choose which e-mails you get. We always send receipts and security notices."
  >
    {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
      <NotificationSwitch key={name} name={name} isOn={notificationChoices[name]} />
    ))}
  </AccountSection>
)

const NotificationSwitch = ({ name, isOn }: { name: keyof typeof CHOICES; isOn: boolean }) => {
  const choose = useNotificationChoice(name)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Switch {...CHOICES[name]} checked={isOn} onCheckedChange={(wantsIt) => choose.mutate(wantsIt)} />
      <Outcome act={choose} done="Saved." />
    </div>
  )
}

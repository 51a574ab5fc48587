import { type ReactNode, useEffect } from 'react'
import type { Account } from '@slipstream/contract/account'
import { ApiError } from '#lib/request.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { AccountFrame, AccountSkeleton, SignedOut } from './account-states.tsx'
import { useAccount } from './account.queries.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { BillingSection } from './billing-section.tsx'
import { DataSection } from './data-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { DiscordSection } from './discord-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NameSection } from './name-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { Proof } from './proof.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import { useReturnFlags } from './use-return-flags.ts'

interface AccountPageProps {
  /** The Discord picture. */
  image: string | null
  /** The profile's tab bar. */
  tabs?: ReactNode
  /** The table of contents beside the page. */
  menu: ReactNode
  onDeleted: () => void
}

/** The signed-in user's profile. */
const AccountPage = (props: AccountPageProps) => {
  const { data: account, error, refetch, isFetching } = useAccount()
  if (error instanceof ApiError && error.status === 401) return <SignedOut />
  if (account) return <AccountSections account={account} {...props} />
  if (!error) return <AccountSkeleton tabs={props.tabs} />
  return (
    <AccountFrame tabs={props.tabs}>
      <ErrorState
        title="Your profile could not be loaded."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        error={error}
      />
    </AccountFrame>
  )
}

const AccountSections = ({ account, image, tabs, menu, onDeleted }: AccountPageProps & { account: Account }) => {
  const returned = useReturnFlags()

  // The browser resolved the #fragment before the section was on the page.
  useEffect(() => {
    const place = returned.confirmed ?? (returned.linking === null ? location.hash.slice(1) : 'discord')
    document.getElementById(place)?.scrollIntoView({ behavior: 'instant' })
  }, [returned])

  return (
    <Proof account={account} confirmed={returned.confirmed}>
      <AccountFrame tabs={tabs} menu={menu}>
        <NameSection account={account} image={image} />
        <EmailSection account={account} />
        <BillingSection account={account} />
        <PasswordSection account={account} />
        <TwoFactorSection account={account} />
        <PasskeysSection account={account} />
        <DevicesSection />
        <DiscordSection account={account} returned={returned.linking} />
        <AppearanceSection />
        <NotificationsSection account={account} />
        <DataSection username={account.username} onDeleted={onDeleted} />
      </AccountFrame>
    </Proof>
  )
}

export default AccountPage

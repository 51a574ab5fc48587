import type { Account } from '@slipstream/contract/account'
import { AccountSection } from './account-section.tsx'
import { rulesOf, useChangePassword } from './account.queries.ts'
import { AccountFieldForm } from './account-field-form.tsx'

export const PasswordSection = ({ account: { username, hasPassword } }: { account: Account }) => (
  <AccountSection
    id="password"
    description={
      hasPassword
        ? 'A new password signs out all your other devices.'
        : 'You log in with Discord. A password also gets you in when Discord is down.'
    }
  >
    <AccountFieldForm
      label="New password"
      hint="At least 10 characters. Longer is better than complicated."
      action={hasPassword ? 'Change password' : 'Set password'}
      act={useChangePassword()}
      name="password"
      schema={rulesOf('changePassword')}
      done="Saved. Your other devices are signed out."
      passwordOf={username}
      input={{ autoComplete: 'new-password' }}
    />
  </AccountSection>
)

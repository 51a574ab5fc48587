import { MailWarning } from 'lucide-react'
import type { Account } from '@slipstream/contract/account'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { rulesOf, useChangeEmail, useResendConfirmation } from './account.queries.ts'
import { AccountFieldForm } from './account-field-form.tsx'
import { LinkSent } from './link-sent.tsx'
import { Outcome } from './outcome.tsx'

export const EmailSection = ({ account: { email, emailVerified } }: { account: Account }) => {
  const change = useChangeEmail()
  return (
    <AccountSection id="email" description="For receipts, security notices and account recovery.">
      {email === null ? (
        <p className="flex items-start gap-2 text-ui">
          <MailWarning className="mt-0.5 size-4 text-warning" aria-hidden="true" />
          <span>
            Your account has no e-mail address yet. You need one before you can buy, so that we can send you the
            receipt.
          </span>
        </p>
      ) : (
        <CurrentAddress email={email} isVerified={emailVerified} />
      )}
      <AccountFieldForm
        label={email === null ? 'E-mail address' : 'New e-mail address'}
        hint={
          email !== null && emailVerified
            ? 'We’ll send a link to the new address. We keep using the old one until you open it.'
            : 'We’ll send you a link. Open it to confirm the address.'
        }
        action={email === null ? 'Send the link' : 'Change address'}
        act={change}
        name="email"
        schema={rulesOf('changeEmail')}
        done={change.variables && <LinkSent to={change.variables} />}
        input={{ inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false }}
      />
    </AccountSection>
  )
}

const CurrentAddress = ({ email, isVerified }: { email: string; isVerified: boolean }) => {
  const sendAgain = useResendConfirmation()
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ui">
        <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
        <Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? 'Verified' : 'Not verified'}</Badge>
      </p>
      {!isVerified && (
        <>
          <p className="text-small text-muted">
            Open the link in the e-mail we sent you to confirm that the address is yours.
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button isLoading={sendAgain.isPending} onClick={() => sendAgain.mutate()}>
              Send the link again
            </Button>
            <Outcome act={sendAgain} done={<LinkSent to={email} />} />
          </div>
        </>
      )}
    </div>
  )
}

import { useState } from 'react'
import type { Account, ConfirmationReturn } from '@slipstream/contract/account'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountFieldForm } from './account-field-form.tsx'
import { rulesOf, useAccount, useResendConfirmation, useTypeAddress } from './account.queries.ts'
import { LinkSent } from './link-sent.tsx'
import { Outcome } from './outcome.tsx'
import { Proof } from './proof.tsx'

interface ReceiptAddressProps {
  /** The page it is shown on, to which the mailed link leads back. */
  backTo: ConfirmationReturn
}

/** Where the receipt goes. An address that is missing, mistyped or not confirmed is settled right where one pays. */
export const ReceiptAddress = ({ backTo }: ReceiptAddressProps) => {
  const { data: account, error, refetch, isFetching } = useAccount()
  if (account) {
    return (
      <Proof account={account} confirmed={null}>
        <Address account={account} backTo={backTo} />
      </Proof>
    )
  }
  if (!error) return <AddressPending />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ui">
      <p className="text-destructive">Your e-mail address could not be loaded. {failureText(error)}</p>
      <Button size="sm" variant="outline" isLoading={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}

const AddressPending = () => (
  <div role="status" aria-busy="true" aria-label="Loading your e-mail address" className="space-y-3">
    <Skeleton className="h-5 w-64 max-w-full" />
    <Skeleton className="h-11 w-44" />
  </div>
)

const Address = ({ account: { email, emailVerified }, backTo }: ReceiptAddressProps & { account: Account }) => {
  const [isChanging, setChanging] = useState(false)
  const type = useTypeAddress(backTo)
  const resend = useResendConfirmation(backTo)
  const isTyped = type.isSuccess && type.variables === email
  if (email === null || isChanging) {
    return (
      <AccountFieldForm
        label="E-mail address"
        hint="For your receipt. We also mail you a link that confirms the address; you can pay before you open it."
        action="Use this address"
        variant="primary"
        act={{
          ...type,
          mutateAsync: async (typed) => {
            const answer = await type.mutateAsync(typed)
            setChanging(false)
            return answer
          },
        }}
        name="email"
        schema={rulesOf('changeEmail')}
        cancel={
          email !== null && (
            <Button variant="ghost" onClick={() => setChanging(false)}>
              Cancel
            </Button>
          )
        }
        input={{ inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false }}
      />
    )
  }
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ui text-muted">
        <span className="wrap-anywhere">
          By e-mail to <span className="font-medium text-foreground">{email}</span>
        </span>
        <Badge tone={emailVerified ? 'success' : 'warning'}>{emailVerified ? 'Confirmed' : 'Not confirmed yet'}</Badge>
      </p>
      {!emailVerified && (
        <>
          <p className="text-small text-muted">
            You can pay now and confirm it later: open the link in the e-mail we sent you.
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button size="sm" variant="outline" isLoading={resend.isPending} onClick={() => resend.mutate()}>
              Send the link again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
              Use another address
            </Button>
          </div>
          <Outcome
            act={{ isSuccess: resend.isSuccess || isTyped, error: resend.error }}
            done={!resend.error && <LinkSent to={email} />}
          />
        </>
      )}
    </div>
  )
}

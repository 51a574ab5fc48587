import type { ReactNode } from 'react'
import type { Account } from '@slipstream/contract/account'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Moment } from '#ui/moment.tsx'
import { AccountSection } from './account-section.tsx'
import { useConfirmTwoFactor, useEndTwoFactor, useRenewRecoveryCodes, useStartTwoFactor } from './account.queries.ts'
import { Outcome } from './outcome.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

const FEW_CODES = 3

export const TwoFactorSection = ({ account }: { account: Account }) => {
  const { username, twoFactorSince, recoveryCodesLeft, passkeys } = account
  const start = useStartTwoFactor()
  const confirm = useConfirmTwoFactor()
  const renew = useRenewRecoveryCodes()
  const end = useEndTwoFactor()
  const codes = confirm.data?.recoveryCodes ?? renew.data?.recoveryCodes

  const forgetCodes = () => {
    start.reset()
    confirm.reset()
    renew.reset()
  }

  const face = faceOf({
    hasCodes: codes !== undefined,
    isOn: twoFactorSince !== null,
    isStarted: start.data !== undefined,
  })
  const part = useKeptFocus<HTMLDivElement>(face)

  return (
    <AccountSection
      id="two-factor"
      description="Your password alone will no longer be enough: you’ll also need a code from an app on your phone to log in. Turning it on signs you out on all other devices."
    >
      <div ref={part} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {codes && <RecoveryCodes codes={codes} username={username} onClose={forgetCodes} />}
        {face === 'setup' && start.data && <TwoFactorSetup {...start.data} confirm={confirm} onCancel={forgetCodes} />}
        {face === 'on' && twoFactorSince !== null && (
          <TwoFactorOn
            since={twoFactorSince}
            hasPasskeys={passkeys > 0}
            left={recoveryCodesLeft}
            renew={renew}
            end={end}
          />
        )}
        {face === 'off' && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Status tone="neutral">Off</Status>
            <Button isLoading={start.isPending} onClick={() => start.mutate()}>
              Set up
            </Button>
            <Outcome act={start} />
            <Outcome act={end} done="Two-factor sign-in is off." />
          </div>
        )}
        {face === 'off' && passkeys > 0 && (
          <>
            <CodesLeft left={recoveryCodesLeft}>Your passkeys already count as a second factor.</CodesLeft>
            <div>
              <RenewCodes renew={renew} />
            </div>
          </>
        )}
      </div>
    </AccountSection>
  )
}

const faceOf = ({ hasCodes, isOn, isStarted }: { hasCodes: boolean; isOn: boolean; isStarted: boolean }) => {
  if (hasCodes) return 'codes'
  if (isOn) return 'on'
  return isStarted ? 'setup' : 'off'
}

const CodesLeft = ({ left, children }: { left: number; children?: ReactNode }) => (
  <p className="text-small text-muted">
    {children} {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
    {left < FEW_CODES && ' Create new ones before they run out.'}
  </p>
)

const RenewCodes = ({ renew }: { renew: ReturnType<typeof useRenewRecoveryCodes> }) => (
  <ConfirmDialog
    title="Create new recovery codes?"
    description="The old ones stop working immediately. The new ones are shown only once."
    confirmLabel="Create new codes"
    tone="primary"
    onConfirm={() => renew.mutate()}
    trigger={<Button isLoading={renew.isPending}>Create recovery codes</Button>}
  />
)

interface TwoFactorOnProps {
  since: string
  hasPasskeys: boolean
  left: number
  renew: ReturnType<typeof useRenewRecoveryCodes>
  end: ReturnType<typeof useEndTwoFactor>
}

const TwoFactorOn = ({ since, hasPasskeys, left, renew, end }: TwoFactorOnProps) => (
  <>
    <div className="flex flex-col gap-1.5 text-ui">
      <Status tone="success">
        <span>
          On since <Moment at={since} isDay />
        </span>
      </Status>
      <CodesLeft left={left} />
    </div>
    <div className="flex flex-wrap gap-2.5">
      <RenewCodes renew={renew} />
      <ConfirmDialog
        title="Turn off two-factor sign-in?"
        description={
          hasPasskeys
            ? 'Your passkeys and your recovery codes remain your second factor.'
            : 'Your password alone will be enough to log in, and your recovery codes will stop working.'
        }
        confirmLabel="Turn off"
        onConfirm={() => end.mutate()}
        trigger={
          <Button variant="outline" isLoading={end.isPending}>
            Turn off
          </Button>
        }
      />
    </div>
    <Outcome act={renew} />
    <Outcome act={end} />
  </>
)

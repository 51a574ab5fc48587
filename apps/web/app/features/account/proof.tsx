import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Account } from '@slipstream/contract/account'
import { callApi } from '#lib/api.ts'
import { ProofDeclined } from '#lib/guard.ts'
import { usePasskeySupport } from '#lib/passkey.ts'
import { SECRET_CALL } from '#lib/secret-call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { discordProofAddress } from './discord-address.ts'
import { isRefusal } from './failure-text.ts'
import { AccountFieldForm } from './account-field-form.tsx'
import { Outcome } from './outcome.tsx'
import { proveByPasskey } from './passkeys.queries.ts'
import { ProofByFactor } from './proof-by-factor.tsx'
import { ProofContext } from './proof-context.ts'
import type { SectionId } from './section-titles.ts'

/** The ways this account can prove its identity. */
type Confirmable = Pick<Account, 'username' | 'hasPassword' | 'discordUsername' | 'passkeys' | 'twoFactorSince'>

interface ProofProps {
  account: Confirmable
  confirmed: SectionId | null
  children: ReactNode
}

/** Wraps everything that may need proof. One dialog serves all of it and opens only when the server asks. */
export const Proof = ({ account, confirmed, children }: ProofProps) => {
  const waiting = useRef<PromiseWithResolvers<void>>(null)
  const isProven = useRef(false)
  const [section, setSection] = useState<SectionId | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { username, hasPassword } = account
  const hasFactor = account.twoFactorSince !== null || account.passkeys > 0
  const hasPasskey = usePasskeySupport() && account.passkeys > 0

  const finish = () => {
    isProven.current = true
    setOpen(false)
  }

  const askProof = (wantedBy: SectionId | null) => {
    waiting.current ??= Promise.withResolvers<void>()
    isProven.current = false
    setSection(wantedBy)
    setOpen(true)
    return waiting.current.promise
  }

  /** Settles only after the dialog has closed and returned the focus: the next step may move the focus again. */
  const settle = () => {
    if (isProven.current) waiting.current?.resolve()
    else waiting.current?.reject(new ProofDeclined())
    waiting.current = null
  }

  const guard = async <Answer,>(wantedBy: SectionId | null, act: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await act()
    } catch (error) {
      if (!isRefusal(error, 'auth.proof_required')) throw error
      await askProof(wantedBy)
      return act()
    }
  }

  return (
    <ProofContext value={{ guard, askProof, confirmed }}>
      {children}
      <Dialog
        title="Confirm that it’s you"
        description={questionFor({ hasPassword, hasPasskey, hasFactor })}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <OnLeave isLeaving={!isOpen} onGone={settle} />
        <div className="flex flex-col gap-4">
          {hasPasskey && <ProofByPasskey onProven={finish} />}
          {hasFactor && <ProofByFactor username={username} hasPassword={hasPassword} onProven={finish} />}
          {!hasFactor && hasPassword && <ProofByPassword username={username} onProven={finish} />}
          {!hasFactor && !hasPassword && (
            <Button asChild variant="primary" className="w-full">
              <a href={discordProofAddress(section)}>Confirm with Discord</a>
            </Button>
          )}
        </div>
      </Dialog>
    </ProofContext>
  )
}

interface Ways {
  hasPassword: boolean
  hasPasskey: boolean
  hasFactor: boolean
}

const questionFor = ({ hasPassword, hasPasskey, hasFactor }: Ways) => {
  if (hasFactor && !hasPasskey) {
    return hasPassword
      ? 'This change needs your password and your second factor, even though you are signed in.'
      : 'This change needs your second factor, even though you are signed in.'
  }
  if (hasPasskey) return 'This change needs your passkey or another confirmation, even though you are signed in.'
  if (hasPassword) return 'This change needs your password, even though you are signed in.'
  return 'This change needs a fresh confirmation from Discord. You’ll come back here and can then make the change again.'
}

/** Closing is animated, and the dialog keeps the focus until the animation ends. */
const OnLeave = ({ isLeaving, onGone }: { isLeaving: boolean; onGone: () => void }) => {
  useLayoutEffect(() => {
    if (isLeaving) return onGone
  }, [isLeaving])
  return null
}

const ProofByPasskey = ({ onProven }: { onProven: () => void }) => {
  const prove = useMutation({ mutationFn: proveByPasskey, onSuccess: onProven, ...SECRET_CALL })
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" className="w-full" isLoading={prove.isPending} onClick={() => prove.mutate()}>
        <KeyRound aria-hidden="true" />
        Use your passkey
      </Button>
      <Outcome act={prove} />
    </div>
  )
}

const ProofByPassword = ({ username, onProven }: { username: string; onProven: () => void }) => {
  const prove = useMutation({
    mutationFn: async (password: string) =>
      callApi((await import('@slipstream/contract/auth')).authApi.prove, { body: { password } }),
    onSuccess: onProven,
    ...SECRET_CALL,
  })
  return (
    <AccountFieldForm
      label="Password"
      action="Confirm"
      variant="primary"
      act={prove}
      name="password"
      cancel={
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
      }
      passwordOf={username}
      input={{ autoComplete: 'current-password' }}
    />
  )
}

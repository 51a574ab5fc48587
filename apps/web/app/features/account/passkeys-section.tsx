import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '@slipstream/contract/account'
import type { Passkey } from '@slipstream/contract/passkeys'
import { usePasskeySupport } from '#lib/passkey.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { AccountFieldForm } from './account-field-form.tsx'
import { Outcome } from './outcome.tsx'
import { nameRules, useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './passkeys.queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export const PasskeysSection = ({ account: { username } }: { account: Account }) => {
  const passkeys = usePasskeys()
  const add = useAddPasskey()
  const remove = useRemovePasskey()
  const isSupported = usePasskeySupport()
  const codes = add.data?.recoveryCodes
  const part = useKeptFocus<HTMLDivElement>(codes ? 'codes' : passkeys.data?.length)

  const startAdding = () => {
    remove.reset()
    add.mutate()
  }

  return (
    <AccountSection
      id="passkeys"
      description="Log in with your fingerprint, face or screen lock. Once you have a passkey, your password alone is no longer enough."
    >
      <div ref={part} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {codes && <RecoveryCodes codes={codes} username={username} onClose={add.reset} />}
        {passkeys.isError && (
          <ErrorState
            title="Your passkeys could not be loaded."
            error={passkeys.error}
            onRetry={() => void passkeys.refetch()}
          />
        )}
        {passkeys.isPending && <Skeleton className="h-16 rounded-xl" />}
        {passkeys.data?.length === 0 && <p className="text-ui text-muted">You have no passkeys yet.</p>}
        {passkeys.data && passkeys.data.length > 0 && (
          <ul aria-label="Passkeys" className="flex flex-col divide-y">
            {passkeys.data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isRemoving={remove.isPending && remove.variables === passkey.id}
                onRemove={() => {
                  add.reset()
                  remove.mutate(passkey.id)
                }}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isSupported ? (
            <Button isLoading={add.isPending} onClick={startAdding}>
              <KeyRound aria-hidden="true" />
              Add a passkey
            </Button>
          ) : (
            <p className="text-small text-muted">
              This browser can’t create passkeys here. Try another browser or device.
            </p>
          )}
          <Outcome act={add} done="Passkey added." />
          <Outcome act={remove} done="Passkey removed." />
        </div>
      </div>
    </AccountSection>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  isRemoving: boolean
  onRemove: () => void
}

const PasskeyRow = ({
  passkey: { id, name, isBackedUp, createdAt, usedAt },
  isRemoving,
  onRemove,
}: PasskeyRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3.5 first:pt-0 last:pb-0">
    <div className="flex min-w-0 gap-3">
      <KeyRound className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui font-medium break-words">
          {name}
          {isBackedUp && <Badge tone="success">Synced</Badge>}
        </p>
        <p className="mt-0.5 text-small text-muted">
          Added <Moment at={createdAt} isDay />
          {usedAt === null ? ', not used yet' : null}
        </p>
        {usedAt !== null && (
          <p className="text-small text-muted">
            Last used <Moment at={usedAt} />
          </p>
        )}
      </div>
    </div>
    <div className="flex gap-2 max-sm:ml-8">
      <RenamePasskey id={id} name={name} />
      <ConfirmDialog
        title={`Remove ${name}?`}
        description="You can’t log in with it anymore. Delete it on your device too, or the device will keep offering it."
        confirmLabel="Remove passkey"
        onConfirm={onRemove}
        trigger={
          <Button size="sm" variant="outline" isLoading={isRemoving} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        }
      />
    </div>
  </li>
)

const RenamePasskey = ({ id, name }: { id: number; name: string }) => {
  const [isOpen, setOpen] = useState(false)
  const rename = useRenamePasskey(id, () => setOpen(false))
  return (
    <Dialog
      title="Rename passkey"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`Rename ${name}`}>
          Rename
        </Button>
      }
    >
      <AccountFieldForm
        label="Name"
        action="Save name"
        variant="primary"
        act={rename}
        name="name"
        schema={nameRules}
        initial={name}
        cancel={
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
        }
      />
    </Dialog>
  )
}

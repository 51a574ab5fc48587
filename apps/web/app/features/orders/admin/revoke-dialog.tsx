import type { ReactNode } from 'react'
import { useRevokeMod } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface RevokeDialogProps {
  entitlementId: number
  title: string
  username: string
  /** What else has to be known before. */
  note?: string
  /** Who will read the reason. */
  hint: string
  /** Gets the focus when the mod is out: nothing can be revoked there any more. */
  refuge: string
  trigger: ReactNode
}

/** Takes a mod out of somebody's locker. */
export const RevokeDialog = ({ entitlementId, title, username, note = '', ...rest }: RevokeDialogProps) => (
  <ReasonDialog
    title={`Revoke ${title}?`}
    description={`${username} can no longer download it. ${note}`}
    refuge={rest.refuge}
    trigger={rest.trigger}
  >
    {(close) => <RevokeForm entitlementId={entitlementId} hint={rest.hint} onDone={close} />}
  </ReasonDialog>
)

interface RevokeFormProps {
  entitlementId: number
  hint: string
  onDone: () => void
}

const RevokeForm = ({ entitlementId, hint, onDone }: RevokeFormProps) => {
  const revoke = useRevokeMod(entitlementId)
  return (
    <ReasonForm
      label="Reason"
      hint={hint}
      action="Revoke access"
      tone="destructive"
      act={revoke}
      onReason={(reason) => revoke.mutate(reason, { onSuccess: onDone })}
    />
  )
}

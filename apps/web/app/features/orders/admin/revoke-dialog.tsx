import type { ReactNode } from 'react'
import { useForm } from '#ui/use-form.ts'
import { orderRules, useRevokeMod } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface RevokeDialogProps {
  entitlementId: number
  title: string
  username: string
  /** An additional note above the form. */
  note?: string
  /** Says who will read the reason. */
  hint: string
  /** The element that gets the focus afterwards, when the trigger is gone. */
  refuge: string
  trigger: ReactNode
}

/** Revokes a mod from a customer's locker. */
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
  const { mutateAsync } = useRevokeMod(entitlementId)
  const form = useForm({
    initial: { reason: '' },
    schema: orderRules('revoke'),
    body: ({ reason }) => ({ reason: reason.trim() }),
    send: mutateAsync,
    onDone,
  })
  return <ReasonForm label="Reason" hint={hint} action="Revoke access" tone="destructive" form={form} />
}

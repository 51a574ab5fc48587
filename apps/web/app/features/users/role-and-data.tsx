import { ArrowRightLeft, FileDown, Mail, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { useNavigate } from '#lib/link.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { ActDialog } from './act-dialog.tsx'
import {
  useChangeRole,
  useErase,
  useInviteAgain,
  useMovePurchases,
  usePersonalData,
  userRules,
} from './users.queries.ts'

interface ActsProps {
  person: UserDetail
  guard: Guard
}

/** The role, the purchases and the personal data of an account. */
export const RoleAndData = (props: ActsProps) => {
  const { isYou, isDeveloper } = props.person
  return (
    <Card
      title="Role and data"
      description="These actions may ask you to confirm that it’s you. Each is written to the audit log."
    >
      {isYou && <p className="mb-3 text-ui text-muted">This is your own account. You cannot change your own role.</p>}
      <div className="flex flex-col gap-2">
        {!isYou && !isDeveloper && <Role {...props} />}
        <MoveDialog {...props} />
        <ExportData {...props} />
        {!isYou && !isDeveloper && <EraseDialog {...props} />}
      </div>
      <p className="mt-3 text-caption text-muted">
        Invoices are kept for {RETENTION_YEARS.purchaseRecords} years, as required by law.
      </p>
    </Card>
  )
}

const Role = ({ person: { id, username, isAdmin }, guard }: ActsProps) => {
  const change = useChangeRole(id, guard)
  return (
    <ActDialog
      title={isAdmin ? `Revoke the admin role of ${username}?` : `Make ${username} an administrator?`}
      description={
        isAdmin
          ? 'They lose access to the admin area at once and have to log in again.'
          : 'Administrators see all customers, orders and tickets, and can refund, ban and publish. They have to log in again.'
      }
      action={isAdmin ? 'Revoke admin role' : 'Make administrator'}
      tone={isAdmin ? 'destructive' : 'primary'}
      send={() => change.mutateAsync(!isAdmin)}
      trigger={
        <Button variant="outline" className="w-full">
          {isAdmin ? <ShieldOff aria-hidden="true" /> : <ShieldCheck aria-hidden="true" />}
          {isAdmin ? 'Revoke admin role…' : 'Make administrator…'}
        </Button>
      }
    />
  )
}

const ExportData = ({ person: { id, username }, guard }: ActsProps) => {
  const collect = usePersonalData(id, guard)
  return (
    <ActDialog
      title={`Export the data of ${username}?`}
      description="One file with everything the store knows about this person. Send it only to the person it is about."
      action="Export data"
      send={() => collect.mutateAsync()}
      onDone={(data) => saveFile(`data-of-user-${id}.json`, `${JSON.stringify(data, null, 2)}\n`, 'application/json')}
      trigger={
        <Button variant="outline" className="w-full">
          <FileDown aria-hidden="true" />
          Export their data…
        </Button>
      }
    />
  )
}

interface FormDialogProps {
  title: string
  description: ReactNode
  trigger: ReactNode
  children: (close: () => void) => ReactNode
}

const FormDialog = ({ title, description, trigger, children }: FormDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      {children(() => setOpen(false))}
    </Dialog>
  )
}

const NAME_INPUT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

const MoveDialog = ({ person, guard }: ActsProps) => (
  <FormDialog
    title={`Move the purchases of ${person.username}`}
    description="All paid orders, mods and the subscription go to another account of the same person. Receipts and refunds follow."
    trigger={
      <Button variant="outline" className="w-full">
        <ArrowRightLeft aria-hidden="true" />
        Move purchases…
      </Button>
    }
  >
    {(close) => <MoveForm person={person} guard={guard} onMoved={close} />}
  </FormDialog>
)

const MoveForm = ({ person, guard, onMoved }: ActsProps & { onMoved: () => void }) => {
  const { mutateAsync } = useMovePurchases(person.id, guard)
  const form = useForm({
    initial: { username: '', reason: '' },
    schema: userRules('movePurchases'),
    body: ({ username, reason }) => ({ username: username.trim(), reason: reason.trim() }),
    fieldOf: { 'users.no_target': 'username', 'users.same_account': 'username' },
    send: mutateAsync,
    onDone: (moved, { username }) => {
      if (!moved) return
      onMoved()
      const parts = [plural(moved.orders, 'order'), plural(moved.mods, 'mod')]
      toast({ title: `Moved to ${username.trim()}: ${parts.join(' and ')}.`, tone: 'success' })
    },
  })
  return (
    <DialogForm action="Move purchases" tone="destructive" form={form}>
      <Field label="Username of the other account" error={form.problems.username}>
        <Input {...form.text('username')} {...NAME_INPUT} />
      </Field>
      <Field label="Reason" hint="Recorded in the audit log." error={form.problems.reason}>
        <Textarea {...form.text('reason')} rows={2} />
      </Field>
    </DialogForm>
  )
}

const EraseDialog = ({ person, guard }: ActsProps) => (
  <FormDialog
    title={`Erase ${person.username}?`}
    description="The name, e-mail address, sign-ins, locker and all that was written in tickets are deleted, a subscription ends at Stripe, and the Discord role is removed. Orders and reviews stay without the name. Nobody can undo this. Do it only if the account’s owner has asked."
    trigger={
      <Button variant="ghost" className="w-full">
        <span className="contents text-destructive">
          <Trash2 aria-hidden="true" />
          Erase this account…
        </span>
      </Button>
    }
  >
    {() => <EraseForm person={person} guard={guard} />}
  </FormDialog>
)

const EraseForm = ({ person, guard }: ActsProps) => {
  const { mutateAsync } = useErase(person.id, guard)
  const navigate = useNavigate()
  const form = useForm({
    initial: { username: '', reason: '' },
    schema: userRules('erase'),
    body: ({ username, reason }) => ({ username, reason: reason.trim() }),
    check: ({ username }): { username?: string } =>
      username === person.username ? {} : { username: `Type it exactly: ${person.username}` },
    fieldOf: { 'users.name_differs': 'username' },
    send: mutateAsync,
    onDone: async (answer) => {
      if (!answer) return
      await navigate('/admin/users', { replace: true })
      toast({ title: 'The account was erased.', tone: 'success' })
    },
  })
  return (
    <DialogForm action="Erase for good" tone="destructive" form={form}>
      <Field label="Type the username to confirm" error={form.problems.username}>
        <Input {...form.text('username')} {...NAME_INPUT} />
      </Field>
      <Field
        label="How they asked"
        hint="The audit log keeps it, so do not name the person here."
        error={form.problems.reason}
      >
        <Textarea {...form.text('reason')} rows={2} />
      </Field>
    </DialogForm>
  )
}

/** For an account whose owner has not chosen a password yet. */
export const InvitedNotice = ({ person }: { person: UserDetail }) => {
  const invite = useInviteAgain(person.id)
  return (
    <Notice
      tone="info"
      title="Invited, but not signed in yet"
      actions={
        <ActDialog
          title="Send the invitation again?"
          description={`It goes to ${person.email ?? 'no address'}. The link in the earlier e-mail stops working.`}
          action="Send invitation"
          send={() => invite.mutateAsync()}
          onDone={() => toast({ title: 'The invitation is on its way.', tone: 'success' })}
          trigger={
            <Button size="sm" variant="outline">
              <Mail aria-hidden="true" />
              Send again
            </Button>
          }
        />
      }
    >
      The link in the e-mail works once and expires after seven days.
    </Notice>
  )
}

import { type ReactNode, useState } from 'react'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { useDeleteAccount } from './account.queries.ts'
import { AccountFieldForm } from './account-field-form.tsx'

interface DeleteAccountProps {
  username: string
  onDeleted: () => void
}

export const DeleteAccount = ({ username, onDeleted }: DeleteAccountProps) => {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount(onDeleted)

  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <What title="Deleted immediately">
          <li>Your name, e-mail address and password</li>
          <li>Your Discord link, devices and sign-in history</li>
          <li>Your mod locker and cart: save your downloads first</li>
        </What>
        <What title="Kept without your name">
          <li>
            Orders and invoices, for {RETENTION_YEARS.purchaseRecords} years, as tax law requires. They no longer name
            your account. Billing details on an issued invoice stay there.
          </li>
          <li>Your reviews with their pictures. Delete them first if they should not stay.</li>
          <li>The category, rating and times of your tickets, but nothing that was written in them</li>
        </What>
      </div>
      <Dialog
        title={`Delete ${username}?`}
        description="This cannot be undone, not even by us."
        open={isOpen}
        onOpenChange={(opens) => {
          if (!remove.isPending) setOpen(opens)
        }}
        trigger={
          <Button variant="destructive" className="mt-2 w-fit">
            Delete account
          </Button>
        }
      >
        <AccountFieldForm
          label="Type your username to confirm"
          action="Delete my account"
          variant="destructive"
          act={remove}
          name="username"
          check={(typed) => (typed === username ? null : `Type it exactly: ${username}`)}
          cancel={
            <DialogClose>
              <Button variant="ghost">Keep account</Button>
            </DialogClose>
          }
          input={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
      </Dialog>
    </>
  )
}

const What = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h4 className="text-small font-medium">{title}</h4>
    <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4 text-small text-muted marker:text-subtle">{children}</ul>
  </div>
)

import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useForm } from '#ui/use-form.ts'

interface ActDialogProps {
  title: string
  /** The consequences. */
  description: ReactNode
  trigger: ReactNode
  /** The action itself, never "OK". */
  action: string
  tone?: 'primary' | 'destructive'
  /** Resolves to null if the admin declined to reauthenticate; the dialog then stays open. */
  send: () => Promise<unknown>
  onDone?: (answer: unknown) => void
}

/** Asks before an action without fields, and shows the server's reason if it is refused. */
export const ActDialog = ({ title, description, trigger, ...act }: ActDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      <ActForm {...act} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

type ActFormProps = Pick<ActDialogProps, 'action' | 'tone' | 'send' | 'onDone'> & { onClose: () => void }

const ActForm = ({ action, tone = 'primary', send, onDone, onClose }: ActFormProps) => {
  const form = useForm({
    initial: {},
    body: () => null,
    send: () => send(),
    onDone: (answer) => {
      if (answer === null) return
      onClose()
      onDone?.(answer)
    },
  })
  return (
    <DialogForm action={action} tone={tone} form={form}>
      {null}
    </DialogForm>
  )
}

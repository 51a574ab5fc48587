import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface ReasonDialogProps {
  title: string
  description: ReactNode
  trigger: ReactNode
  /** A form that begins anew each time the dialog is opened. */
  children: (close: () => void) => ReactNode
}

/** Asks before something is done that a customer will notice. */
export const ReasonDialog = ({ title, description, trigger, children }: ReasonDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      {children(() => setOpen(false))}
    </Dialog>
  )
}

interface ReasonFormProps {
  label: string
  /** Who will read it. */
  hint: string
  /** The act itself, never "OK". */
  action: string
  tone?: 'primary' | 'destructive'
  act: { isPending: boolean; error: Error | null }
  /** Called with a reason that the store takes. */
  onReason: (reason: string) => void
  /** What else is asked, above the reason. */
  children?: ReactNode
}

const LONGEST = 500

export const ReasonForm = (props: ReasonFormProps) => {
  const { label, hint, action, tone = 'primary', act, onReason, children } = props
  const [typed, setTyped] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const reason = typed.trim()

  const submit = () => {
    setTooShort(reason.length < 3)
    if (reason.length >= 3 && !act.isPending) onReason(reason)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {act.error && <Notice tone="destructive" title={failureText(act.error)} />}
      {children}
      <Field label={label} hint={hint} error={isTooShort && 'Please say why, in a few words.'}>
        <Textarea
          rows={3}
          maxLength={LONGEST}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setTooShort(false)
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant={tone} isLoading={act.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

import { type ReactNode, useState } from 'react'
import type { Board } from '@slipstream/contract/compatibility'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useAnnounce } from './compatibility.queries.ts'

interface AnnounceDialogProps {
  board: Board | undefined
  trigger: ReactNode
}

/** Marks every published mod as unconfirmed for a new game version. */
export const AnnounceDialog = ({ board, trigger }: AnnounceDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Announce game version"
      description="Every published mod becomes unconfirmed for the new version. Its page says so until you confirm it."
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <AnnounceForm newest={board?.gameVersions[0]?.version} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const AnnounceForm = ({ newest, onDone }: { newest: string | undefined; onDone: () => void }) => {
  const announcing = useAnnounce()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const version = typed.trim()

  const submit = () => {
    const found = problemOf(version, newest)
    setProblem(found)
    if (!found) announcing.mutate(version, { onSuccess: onDone })
  }

  return (
    <DialogForm
      action={<>Announce {problemOf(version, newest) ? '' : version}</>}
      isBusy={announcing.isPending}
      onSend={submit}
    >
      <Field
        label="Game version"
        hint={newest && `Players currently have ${newest}.`}
        error={problem ?? (announcing.error && failureText(announcing.error))}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="num max-w-40"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
            announcing.reset()
          }}
        />
      </Field>
    </DialogForm>
  )
}

const numbers = new Intl.Collator('en', { numeric: true })

const problemOf = (version: string, newest: string | undefined) => {
  if (!/^\d+(\.\d+){0,3}$/.test(version)) return 'Use numbers separated by dots, like 0.38.'
  if (newest !== undefined && numbers.compare(version, newest) <= 0) return `Enter a version newer than ${newest}.`
  return null
}

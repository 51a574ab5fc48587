import { type ReactNode, useState } from 'react'
import type { Board } from '@slipstream/contract/compatibility'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
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
  const { mutateAsync } = useAnnounce()
  const form = useForm({
    initial: { version: '' },
    body: ({ version }) => version.trim(),
    check: ({ version }) => problemOf(version.trim(), newest),
    onlyField: 'version',
    send: mutateAsync,
    onDone,
  })
  const version = form.values.version.trim()

  return (
    <DialogForm action={<>Announce {problemOf(version, newest).version ? '' : version}</>} form={form}>
      <Field label="Game version" hint={newest && `Players currently have ${newest}.`} error={form.problems.version}>
        <Input {...form.text('version')} inputMode="decimal" autoComplete="off" className="num max-w-40" />
      </Field>
    </DialogForm>
  )
}

const numbers = new Intl.Collator('en', { numeric: true })

const problemOf = (version: string, newest: string | undefined): { version?: string } => {
  if (!/^\d+(\.\d+){0,3}$/.test(version)) return { version: 'Use numbers separated by dots, like 0.38.' }
  if (newest !== undefined && numbers.compare(version, newest) <= 0) {
    return { version: `Enter a version newer than ${newest}.` }
  }
  return {}
}

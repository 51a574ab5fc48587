import { useState } from 'react'
import type { BoardRow } from '@slipstream/contract/compatibility'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useSetCompatibility } from './compatibility.queries.ts'
import { STATES, stateWord } from './compatibility-state.tsx'

interface VerdictDialogProps {
  /** The mods to change; the dialog is open while there are any. */
  rows: readonly BoardRow[]
  gameVersion: string
  onClose: () => void
  onSaved: () => void
}

/** Sets the compatibility state of mods with a game version, and a note for players. */
export const VerdictDialog = ({ rows, gameVersion, onClose, onSaved }: VerdictDialogProps) => {
  const subject = rows.length === 1 ? rows[0]?.title : `${rows.length} mods`
  return (
    <Dialog
      title={`${subject} with ${gameVersion}`}
      description="Players see this on the mod’s page."
      open={rows.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <VerdictForm
        rows={rows}
        gameVersion={gameVersion}
        onSaved={() => {
          onSaved()
          onClose()
        }}
      />
    </Dialog>
  )
}

/** The common state of all of them, if it is the same. */
const shared = <Name extends 'state' | 'fixedIn' | 'note'>(rows: readonly BoardRow[], name: Name) =>
  rows.every((row) => row[name] === rows[0]?.[name]) ? rows[0]?.[name] : undefined

const VerdictForm = ({ rows, gameVersion, onSaved }: Omit<VerdictDialogProps, 'onClose'>) => {
  const saving = useSetCompatibility()
  const [state, setState] = useState(shared(rows, 'state') ?? 'unconfirmed')
  const [fixedIn, setFixedIn] = useState(shared(rows, 'fixedIn') ?? '')
  const [note, setNote] = useState(shared(rows, 'note') ?? '')
  const [isTried, setTried] = useState(false)
  const isMissing = state === 'fixed' && fixedIn.trim() === ''

  const submit = () => {
    setTried(true)
    if (isMissing) return
    const releaseIds = rows.map(({ releaseId }) => releaseId)
    saving.mutate(
      { releaseIds, gameVersion, state, fixedIn: state === 'fixed' ? fixedIn.trim() : null, note: note.trim() },
      { onSuccess: onSaved },
    )
  }

  return (
    <DialogForm
      action="Save"
      isBusy={saving.isPending}
      failure={saving.isError ? failureText(saving.error) : null}
      onSend={submit}
    >
      <Field label="State">
        <NativeSelect
          options={STATES.map((value) => ({ value, label: stateWord(value) }))}
          value={state}
          onValueChange={(value) => setState(STATES.find((each) => each === value) ?? state)}
        />
      </Field>
      {state === 'fixed' && (
        <Field
          label="Fixed in release"
          hint="The mod version that works again."
          error={isTried && isMissing && 'Enter the release that fixes it.'}
        >
          <Input
            autoComplete="off"
            className="max-w-40"
            maxLength={30}
            value={fixedIn}
            onChange={(event) => setFixedIn(event.currentTarget.value)}
          />
        </Field>
      )}
      <Field label="Note for players" isOptional>
        <Textarea rows={2} maxLength={300} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
    </DialogForm>
  )
}

import type { BoardRow } from '@slipstream/contract/compatibility'
import { plural } from '#lib/counts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { useSetCompatibility, verdictRules } from './compatibility.queries.ts'
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
  const subject = rows.length === 1 ? rows[0]?.title : plural(rows.length, 'mod')
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

/** The value that all rows share, if they do. */
const shared = <Name extends 'state' | 'fixedIn' | 'note'>(rows: readonly BoardRow[], name: Name) =>
  rows.every((row) => row[name] === rows[0]?.[name]) ? rows[0]?.[name] : undefined

const VerdictForm = ({ rows, gameVersion, onSaved }: Omit<VerdictDialogProps, 'onClose'>) => {
  const { mutateAsync } = useSetCompatibility()
  const form = useForm({
    initial: {
      state: shared(rows, 'state') ?? 'unconfirmed',
      fixedIn: shared(rows, 'fixedIn') ?? '',
      note: shared(rows, 'note') ?? '',
    },
    schema: verdictRules,
    body: ({ state, fixedIn, note }) => ({
      releaseIds: rows.map(({ releaseId }) => releaseId),
      gameVersion,
      state,
      fixedIn: state === 'fixed' ? fixedIn.trim() : null,
      note: note.trim(),
    }),
    check: ({ state, fixedIn }) =>
      state === 'fixed' && fixedIn.trim() === '' ? { fixedIn: 'Enter the release that fixes it.' } : {},
    send: mutateAsync,
    onDone: onSaved,
  })
  const { state } = form.values
  const { problems, change, text } = form

  return (
    <DialogForm action="Save" form={form}>
      <Field label="State">
        <NativeSelect
          options={STATES.map((value) => ({ value, label: stateWord(value) }))}
          value={state}
          onValueChange={(value) => change({ state: STATES.find((each) => each === value) ?? state })}
        />
      </Field>
      {state === 'fixed' && (
        <Field label="Fixed in release" hint="The mod version that works again." error={problems.fixedIn}>
          <Input {...text('fixedIn')} autoComplete="off" className="max-w-40" />
        </Field>
      )}
      <Field label="Note for players" isOptional error={problems.note}>
        <Textarea {...text('note')} rows={2} />
      </Field>
    </DialogForm>
  )
}

import { type ReactNode, useId } from 'react'
import type { Guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { orderRules, useGrantMod } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface Mod {
  id: number
  title: string
}

/** Renders the mod finder. */
export type FindMod = (onFound: (mod: Mod) => void) => ReactNode

/** The mod is either given or chosen in the dialog. */
type ModToGrant = { mod: Mod } | { findMod: FindMod }

type GrantDialogProps = ModToGrant & {
  username: string
  guard: Guard
  trigger: ReactNode
  onGranted: (title: string) => void
}

export const GRANT_WORDS = 'It appears in the locker immediately, and nothing is charged.'

/** Grants a mod to a known customer. */
export const GrantDialog = ({ username, guard, trigger, onGranted, ...given }: GrantDialogProps) => (
  <ReasonDialog
    title={'mod' in given ? `Grant ${given.mod.title} to ${username}` : `Grant ${username} a mod`}
    description={GRANT_WORDS}
    trigger={trigger}
  >
    {(close) => (
      <GrantForm
        username={username}
        guard={guard}
        given={given}
        onGranted={({ title }) => {
          close()
          onGranted(title)
        }}
      />
    )}
  </ReasonDialog>
)

export interface Granted {
  /** The id of the entitlement. */
  id: number
  title: string
  username: string
}

interface GrantFormProps {
  /** Typed in the dialog if it is not given. */
  username?: string
  guard: Guard
  given: ModToGrant
  onGranted: (granted: Granted) => void
}

export const GrantForm = ({ username: known, guard, given, onGranted }: GrantFormProps) => {
  const { mutateAsync } = useGrantMod(guard)
  const form = useForm({
    initial: { username: known ?? '', mod: 'mod' in given ? given.mod : null, reason: '' },
    schema: orderRules('grant'),
    body: ({ username, mod, reason }) => ({ username: username.trim(), modId: mod?.id ?? 0, reason: reason.trim() }),
    partOf: { modId: 'mod' },
    check: ({ username, mod }) => ({
      ...(username.trim() === '' && { username: 'Enter a username.' }),
      ...(mod === null && { mod: 'Choose a mod.' }),
    }),
    fieldOf: {
      ...(known === undefined && { 'entitlement.no_customer': 'username' }),
      ...('findMod' in given && { 'entitlement.owned': 'mod', 'mod.not_found': 'mod' }),
    },
    send: mutateAsync,
    onDone: (answer, { username, mod }) => {
      // No answer means that the admin declined to reauthenticate, so nothing was granted.
      if (answer && mod) onGranted({ id: answer.id, title: mod.title, username: username.trim() })
    },
  })
  return (
    <ReasonForm label="Reason" hint="Recorded in the audit log." action="Grant mod" form={form}>
      {known === undefined && (
        <Field label="Username" error={form.problems.username}>
          <Input {...form.text('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      {'findMod' in given && (
        <ModChoice
          chosen={form.values.mod}
          findMod={given.findMod}
          error={form.problems.mod}
          onChoose={(mod) => form.change({ mod })}
        />
      )}
    </ReasonForm>
  )
}

interface ModChoiceProps {
  chosen: Mod | null
  findMod: FindMod
  error: ReactNode
  onChoose: (mod: Mod | null) => void
}

const ModChoice = ({ chosen, findMod, error, onChoose }: ModChoiceProps) => {
  const errorId = useId()
  return (
    <div role="group" aria-label="Mod" aria-describedby={error ? errorId : undefined} className="space-y-1.5">
      {chosen ? <Chosen mod={chosen} onChange={() => onChoose(null)} /> : findMod(onChoose)}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

const Chosen = ({ mod, onChange }: { mod: Mod; onChange: () => void }) => (
  <p className="flex min-h-11 items-center justify-between gap-3 rounded-lg border ps-4 pe-1.5 text-ui">
    <span className="min-w-0 wrap-anywhere">{mod.title}</span>
    {/* The focused button is gone, so the focus has to move. */}
    <Button size="sm" variant="ghost" ref={focusOn} onClick={onChange}>
      Change
    </Button>
  </p>
)

const focusOn = (button: HTMLButtonElement | null) => button?.focus()

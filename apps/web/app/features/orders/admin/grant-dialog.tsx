import { type ReactNode, useId, useState } from 'react'
import type { Guard } from '#lib/guard.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useGrantMod } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface Mod {
  id: number
  title: string
}

/** Renders the mod finder. */
export type FindMod = (onFound: (mod: Mod) => void) => ReactNode

/** The mod is either given or chosen in the dialog. */
type GivenMod = { mod: Mod } | { findMod: FindMod }

type GrantDialogProps = GivenMod & {
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
  /** Chosen in the dialog if it is not given. */
  username?: string
  guard: Guard
  given: GivenMod
  onGranted: (granted: Granted) => void
}

export const GrantForm = ({ username: known, guard, given, onGranted }: GrantFormProps) => {
  const grant = useGrantMod(guard)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('mod' in given ? given.mod : null)
  const [missing, setMissing] = useState({ username: false, mod: false })
  const username = known ?? typed.trim()
  const refused = refusalsOf(grant.error)
  const isBeside = (known === undefined && refused.username) || ('findMod' in given && refused.mod)
  /** The error was about the previous value. */
  const forget = (name: keyof typeof missing) => {
    setMissing({ ...missing, [name]: false })
    if (grant.isError) grant.reset()
  }
  return (
    <ReasonForm
      label="Reason"
      hint="Recorded in the audit log."
      action="Grant mod"
      act={{ isPending: grant.isPending, error: isBeside ? null : grant.error }}
      onSend={() => setMissing({ username: !username, mod: !chosen })}
      onReason={(reason) => {
        if (!username || !chosen) return
        grant.mutate(
          { username, modId: chosen.id, reason },
          { onSuccess: (answer) => answer && onGranted({ id: answer.id, title: chosen.title, username }) },
        )
      }}
    >
      {known === undefined && (
        <Field label="Username" error={missing.username ? 'Enter a username.' : refused.username}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LONGEST_NAME}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              forget('username')
            }}
          />
        </Field>
      )}
      {'findMod' in given && (
        <ModChoice
          chosen={chosen}
          findMod={given.findMod}
          error={missing.mod ? 'Choose a mod.' : refused.mod}
          onChoose={(mod) => {
            setChosen(mod)
            forget('mod')
          }}
        />
      )}
    </ReasonForm>
  )
}

const LONGEST_NAME = 80

/** Which of the two fields the server rejected. */
const refusalsOf = (error: Error | null) => {
  const { code, reason } = error instanceof ApiError ? error : {}
  return {
    username: code === 'entitlement.no_customer' && reason,
    mod: (code === 'entitlement.owned' || code === 'mod.not_found') && reason,
  }
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

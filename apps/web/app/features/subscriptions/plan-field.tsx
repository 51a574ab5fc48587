import { type ReactNode, useId, useState } from 'react'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { type PlanChangeInput, useChangePlan } from './subscriptions.queries.ts'
import { SaveState } from './save-state.tsx'

interface PlanTextProps {
  planId: number
  label: string
  /** The last saved value. */
  value: string
  /** Turns the text into the change to send, or says why it cannot be sent. */
  read: (text: string) => PlanChangeInput | { problem: string }
  icon?: ReactNode
  inputMode?: 'decimal' | 'numeric'
  maxLength?: number
  isInvalid?: boolean
  className?: string
}

/** A text field that saves itself on blur or Enter. Escape restores the saved text. */
export const PlanText = ({ planId, label, value, read, isInvalid = false, className, ...input }: PlanTextProps) => {
  const saving = useChangePlan(planId)
  const stateId = useId()
  // Null while the field shows the saved value.
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const save = () => {
    if (typed === null) return
    const change = typed.trim() === value ? null : read(typed.trim())
    if (change && 'problem' in change) {
      setProblem(change.problem)
      return
    }
    setProblem(null)
    if (!change) return setTyped(null)
    // Cleared only if nothing newer was typed meanwhile. A failed save keeps the typed text.
    saving.mutate(change, { onSuccess: () => setTyped((now) => (now === typed ? null : now)) })
  }

  return (
    <div className={className}>
      <Input
        size="sm"
        autoComplete="off"
        aria-label={label}
        aria-describedby={stateId}
        aria-invalid={isInvalid || problem !== null || saving.isError || undefined}
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          setTyped(null)
          setProblem(null)
          saving.reset()
        }}
        {...input}
      />
      <div className="mt-1 empty:hidden">
        {problem === null ? (
          <SaveState id={stateId} saving={saving} onRetry={save} />
        ) : (
          <p id={stateId} role="status" className="text-caption text-destructive">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

interface PlanSwitchProps {
  planId: number
  label: string
  isOn: boolean
  change: (isOn: boolean) => PlanChangeInput
}

/** Shows the chosen state while it is being saved, and after a failed save, when Retry sends it again. */
export const PlanSwitch = ({ planId, label, isOn, change }: PlanSwitchProps) => {
  const saving = useChangePlan(planId)
  const stateId = useId()
  const [chosen, setChosen] = useState(isOn)
  return (
    <div>
      <Switch
        aria-label={label}
        aria-describedby={stateId}
        checked={saving.isPending || saving.isError ? chosen : isOn}
        onCheckedChange={(next) => {
          setChosen(next)
          saving.mutate(change(next))
        }}
      />
      <div className="mt-1">
        <SaveState id={stateId} saving={saving} onRetry={() => saving.mutate(change(chosen))} />
      </div>
    </div>
  )
}

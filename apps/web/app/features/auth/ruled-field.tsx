import { Check } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { type RuleName, useRule } from './field-rules.ts'

interface RuledFieldProps extends Omit<ComponentProps<typeof Input>, 'onInput' | 'onBlur' | 'size'> {
  label: string
  rule: RuleName
  /** The rule as a hint before anything is typed. */
  hint: string
  /** The server's error. */
  problem: string | undefined
  onType: () => void
}

/** A field that shows its rule while typing and shows an error only after blur. */
export const RuledField = ({ label, rule, hint, problem, onType, ...input }: RuledFieldProps) => {
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const verdict = useRule(rule, typed)
  const isWrong = typed !== '' && Boolean(verdict)
  const Control = rule === 'NewPassword' ? PasswordInput : Input
  const error = problem ?? (isLeft && isWrong ? verdict : undefined)
  return (
    <Field
      label={label}
      error={error}
      hint={error ? undefined : <Standing text={isWrong ? verdict : hint} isMet={typed !== '' && verdict === null} />}
    >
      <Control
        {...input}
        size="lg"
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setLeft(false)
          onType()
        }}
        onBlur={() => setLeft(true)}
      />
    </Field>
  )
}

const Standing = ({ text, isMet }: { text: string | null | undefined; isMet: boolean }) => (
  <span className={isMet ? 'flex items-center gap-1.5 text-success' : undefined}>
    {isMet && <Check className="size-3.5" aria-hidden="true" />}
    {text}
  </span>
)

import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { failureText, isRefusal } from './failure-text.ts'
import { Outcome } from './outcome.tsx'

interface Act {
  isPending: boolean
  isSuccess: boolean
  isIdle: boolean
  error: Error | null
  mutate: (text: string, then: { onSuccess: () => void; onError: () => void }) => void
  reset: () => void
}

interface OneFieldFormProps {
  label: string
  hint?: ReactNode
  /** The button label. */
  action: string
  variant?: ButtonVariant
  act: Act
  done?: ReactNode
  /** Texts by error code that replace the server's message. */
  wordsFor?: Readonly<Record<string, string>>
  /** The initial value. A field that starts empty is cleared after success. */
  initial?: string
  input?: Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'>
  /** A secondary action beside the button. */
  cancel?: ReactNode
  /** The username the password belongs to, for password managers. */
  passwordOf?: string
}

/** A form with one field and one action. Errors show at the field, which gets the focus back. */
export const OneFieldForm = (props: OneFieldFormProps) => {
  const {
    label,
    hint,
    action,
    variant = 'secondary',
    act,
    done,
    wordsFor = {},
    initial = '',
    input,
    cancel,
    passwordOf,
  } = props
  const [text, setText] = useState(initial)
  const control = useRef<HTMLInputElement>(null)
  const Control = passwordOf === undefined ? Input : PasswordInput

  const change = (typed: string) => {
    setText(typed)
    if (!act.isIdle && !act.isPending) act.reset()
  }

  const submit = () => {
    if (act.isPending) return
    act.mutate(passwordOf === undefined ? text.trim() : text, {
      onSuccess: () => setText((typed) => (initial === '' ? '' : typed.trim())),
      onError: () => control.current?.focus(),
    })
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {passwordOf !== undefined && <input hidden readOnly autoComplete="username" value={passwordOf} />}
      <Field label={label} hint={hint} error={wordsAbout(act.error, wordsFor)} className="max-w-md">
        <Control
          {...input}
          ref={control}
          required
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant={variant} isLoading={act.isPending}>
          {action}
        </Button>
        {cancel}
        <Outcome act={{ isSuccess: act.isSuccess, error: null }} done={done} />
      </div>
    </form>
  )
}

const wordsAbout = (error: Error | null, wordsFor: Readonly<Record<string, string>>) =>
  Object.entries(wordsFor).find(([code]) => isRefusal(error, code))?.[1] ?? failureText(error)

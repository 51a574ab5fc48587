import type { ComponentProps, ReactNode } from 'react'
import type * as z from 'zod/mini'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useForm } from '#ui/use-form.ts'
import { failureText } from './failure-text.ts'
import { Outcome } from './outcome.tsx'

interface Act {
  isPending: boolean
  isSuccess: boolean
  isIdle: boolean
  mutateAsync: (text: string) => Promise<unknown>
  reset: () => void
}

interface OneFieldFormProps {
  label: string
  hint?: ReactNode
  /** The button label. */
  action: string
  variant?: ButtonVariant
  act: Act
  /** The name of the field in the request. */
  name: string
  /** The schema of the request. */
  schema?: () => Promise<z.ZodMiniType | undefined>
  /** What the schema cannot know. */
  check?: (text: string) => string | null
  /** How the text is sent. */
  tidy?: (text: string) => string
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
  const { label, hint, action, variant = 'secondary', act, name, schema, check, done, wordsFor = {} } = props
  const { initial = '', input, cancel, passwordOf } = props
  const { tidy = passwordOf === undefined ? (text) => text.trim() : (text) => text } = props
  const Control = passwordOf === undefined ? Input : PasswordInput
  const { form, values, problems, change } = useForm<Record<string, string>, Record<string, string>, unknown>({
    initial: { [name]: initial },
    ...(schema && { schema }),
    body: (typed) => ({ [name]: tidy(typed[name] ?? '') }),
    check: (typed): Record<string, string> => {
      const problem = check?.(tidy(typed[name] ?? '')) ?? null
      return problem === null ? {} : { [name]: problem }
    },
    send: (body) => act.mutateAsync(body[name] ?? ''),
    onDone: (): void => change({ [name]: initial === '' ? '' : tidy(values[name] ?? '') }),
    wordsFor,
    explain: (error) => failureText(error instanceof Error ? error : null),
    onlyField: name,
    retry: name,
  })

  return (
    <form {...form} className="flex flex-col gap-3">
      {passwordOf !== undefined && <input hidden readOnly autoComplete="username" value={passwordOf} />}
      <Field label={label} hint={hint} error={problems[name]} className="max-w-md">
        <Control
          {...input}
          name={name}
          required
          value={values[name] ?? ''}
          onChange={(event) => {
            change({ [name]: event.currentTarget.value })
            if (!act.isIdle && !act.isPending) act.reset()
          }}
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

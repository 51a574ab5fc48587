import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'

/** The part of a mutation that the form uses. */
interface Act {
  isPending: boolean
  isIdle: boolean
  mutateAsync: (text: string) => Promise<unknown>
  reset: () => void
}

interface Control {
  name: string
  required: true
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

export interface OneFieldFormProps {
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
  /** Checks the schema cannot express. Returns the message, or null. */
  check?: (text: string) => string | null
  /** Normalizes the text before it is sent. */
  tidy?: (text: string) => string
  /** Texts by error code that replace the server's message. */
  wordsFor?: Readonly<Record<string, string>>
  /** The text for a failure without a message from the server; null shows nothing. */
  explain?: (error: unknown) => string | null
  /** The initial value. A field that starts empty is cleared after success. */
  initial?: string
  /** The field and the button fill the width of a narrow panel. */
  isWide?: boolean
  /** Shown beside the button. */
  beside?: ReactNode
  /** An Input or another text control. Without it the field is a Textarea. */
  children?: (control: Control) => ReactNode
  /** The height of the Textarea. */
  rows?: number
}

const trimmed = (text: string) => text.trim()

/** A form with one text field and one action. Errors show at the field, which gets the focus back. */
export const OneFieldForm = (props: OneFieldFormProps) => {
  const { label, hint, action, variant = 'secondary', act, name, schema, check, tidy = trimmed, wordsFor = {} } = props
  const { explain = failureText, initial = '', isWide = false, beside, rows } = props
  const { children = (control) => <Textarea {...control} rows={rows} /> } = props
  const { form, values, problems, change } = useForm<Record<string, string>, Record<string, string>, unknown>({
    initial: { [name]: initial },
    ...(schema && { schema }),
    body: (typed) => ({ [name]: tidy(typed[name] ?? '') }),
    check: (typed): Record<string, string> => {
      const problem = check?.(tidy(typed[name] ?? '')) ?? null
      return problem === null ? {} : { [name]: problem }
    },
    send: (body) => act.mutateAsync(body[name] ?? ''),
    onDone: (_, typed): void => change({ [name]: initial === '' ? '' : tidy(typed[name] ?? '') }),
    wordsFor,
    explain,
    onlyField: name,
    retry: name,
  })

  return (
    <form {...form} className="flex flex-col gap-3">
      <Field label={label} hint={hint} error={problems[name]} className={cx(!isWide && 'max-w-md')}>
        {children({
          name,
          required: true,
          value: values[name] ?? '',
          onChange: (event) => {
            change({ [name]: event.currentTarget.value })
            if (!act.isIdle && !act.isPending) act.reset()
          },
        })}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant={variant} isLoading={act.isPending} className={cx(isWide && 'w-full')}>
          {action}
        </Button>
        {beside}
      </div>
    </form>
  )
}

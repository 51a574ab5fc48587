import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { TypedMod } from './typed-mod.ts'
import type { FormPart } from './use-mod-form.ts'

type TextName = { [Name in keyof TypedMod]: TypedMod[Name] extends string ? Name : never }[keyof TypedMod]

interface TypedFieldProps {
  form: FormPart
  name: TextName
  /** The contract's name of the field, if it differs. */
  path?: string
  label: string
  hint?: ReactNode
  /** Shows a character counter. */
  max?: number
  rows?: number
  isOptional?: boolean
  input?: Pick<ComponentProps<typeof Input>, 'inputMode' | 'placeholder' | 'type' | 'icon' | 'autoComplete'>
}

/** A text field of the form, single-line or multi-line. */
export const TypedField = ({ form, name, path = name, label, hint, max, rows, isOptional, input }: TypedFieldProps) => {
  const text = form.typed[name]
  const change = (typed: string) => form.change({ [name]: typed })
  return (
    <Field
      label={label}
      hint={max === undefined ? hint : <Counted count={text.trim().length} max={max} hint={hint} />}
      error={form.problem(path)}
      {...(isOptional && { isOptional })}
    >
      {rows === undefined ? (
        <Input autoComplete="off" {...input} value={text} onChange={(event) => change(event.currentTarget.value)} />
      ) : (
        <Textarea rows={rows} value={text} onChange={(event) => change(event.currentTarget.value)} />
      )}
    </Field>
  )
}

const Counted = ({ count, max, hint }: { count: number; max: number; hint: ReactNode }) => (
  <span className="flex justify-between gap-4">
    <span>{hint}</span>
    <span className={count > max ? 'num shrink-0 text-destructive' : 'num shrink-0'}>
      {count} / {max}
    </span>
  </span>
)

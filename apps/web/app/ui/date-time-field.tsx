import { zoneText } from '#lib/dates.ts'
import type { ReactNode } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface DateTimeFieldProps {
  label: string
  /** An ISO timestamp in UTC; null if empty. */
  value: string | null
  onChange: (value: string | null) => void
  hint?: ReactNode
  error?: ReactNode
  /** The earliest selectable time. */
  min?: string | undefined
  isOptional?: boolean
  isDisabled?: boolean
}

/** A date and time in the admin's time zone, which the field names. */
export const DateTimeField = (props: DateTimeFieldProps) => {
  const { label, value, onChange, hint, error, min, isOptional, isDisabled } = props
  return (
    <Field
      label={label}
      hint={
        <>
          {hint} Your time, {zoneText(value ?? new Date())}.
        </>
      }
      error={error}
      {...(isOptional && { isOptional })}
    >
      <Input
        type="datetime-local"
        className="num"
        disabled={isDisabled}
        min={min && localMinute(min)}
        value={value === null ? '' : localMinute(value)}
        onChange={(event) => {
          const typed = new Date(event.currentTarget.value)
          onChange(Number.isNaN(typed.getTime()) ? null : typed.toISOString())
        }}
      />
    </Field>
  )
}

/** `2026-11-24T18:30`, the format of datetime-local: local time without a zone. */
const localMinute = (at: string) => {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

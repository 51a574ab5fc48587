import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { chipStyle } from '#ui/chip-style.ts'

interface TagsFieldProps {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  maxItems: number
  maxLength: number
  isOptional?: boolean
  /** Normalizes a tag, for example to lower case. */
  tidy?: (word: string) => string
}

const asTyped = (word: string) => word

/** A set of tags. Enter or comma adds one, Backspace in the empty field removes the last one. */
export const TagsField = (props: TagsFieldProps) => {
  const { label, values, onChange, hint, error, placeholder, maxItems, maxLength, isOptional, tidy = asTyped } = props
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)

  const add = (words: readonly string[]) => {
    const tidied = words.map((word) => tidy(word.trim()).slice(0, maxLength)).filter((word) => word !== '')
    if (tidied.length > 0) onChange([...new Set([...values, ...tidied])].slice(0, maxItems))
  }
  const finish = () => {
    add([text])
    setText('')
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      finish()
    } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1))
  }

  const type = (typed: string) => {
    const words = typed.split(',')
    add(words.slice(0, -1))
    setText(words.at(-1) ?? '')
  }

  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
        <Input
          ref={field}
          autoComplete="off"
          placeholder={values.length >= maxItems ? `No more than ${maxItems}` : placeholder}
          disabled={values.length >= maxItems}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={finish}
        />
      </Field>
      {values.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => {
                  onChange(values.filter((other) => other !== value))
                  field.current?.focus()
                }}
                className={chipStyle}
              >
                {value}
                <X className="size-3.5 text-muted" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'

interface ListFieldProps {
  label: string
  /** The singular name of an entry: "change". Labels the fields and the button "Add change". */
  itemName: string
  values: readonly string[]
  onChange: (values: string[]) => void
  hint?: ReactNode
  error?: ReactNode
  /** Errors of single lines by index. */
  itemErrors?: Readonly<Record<number, string | undefined>>
  placeholder?: string
  maxItems: number
  maxLength: number
  isOptional?: boolean
}

/** A list of texts, one per line. Enter adds a line; pasting several lines adds several entries. */
export const ListField = (props: ListFieldProps) => {
  const { label, itemName, values, onChange, hint, error, itemErrors, placeholder, maxItems, maxLength, isOptional } =
    props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<number>(null)

  useEffect(() => {
    if (focusNext.current === null) return
    const fields = list.current?.querySelectorAll('input')
    const field = fields?.[Math.min(focusNext.current, fields.length - 1)]
    if (field) field.focus()
    else add.current?.focus()
    focusNext.current = null
  })

  const replace = (index: number, removed: number, ...lines: string[]) => {
    onChange(values.toSpliced(index, removed, ...lines).slice(0, maxItems))
  }
  const insert = (index: number) => {
    if (values.length >= maxItems) return
    focusNext.current = index
    replace(index, 0, '')
  }
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1)
    replace(index, 1)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      insert(index + 1)
    } else if (event.key === 'Backspace' && values[index] === '') {
      event.preventDefault()
      remove(index)
    }
  }

  const onPaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    const isEmpty = values[index] === ''
    focusNext.current = index + lines.length - (isEmpty ? 1 : 0)
    replace(isEmpty ? index : index + 1, isEmpty ? 1 : 0, ...lines)
  }

  return (
    <FieldGroup label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      {values.length > 0 && (
        <ul ref={list} className="flex flex-col gap-2">
          {values.map((value, index) => (
            <li key={index} className="flex flex-col gap-1">
              <div className="flex items-center gap-1">
                <Input
                  aria-label={`${itemName} ${index + 1}`}
                  {...(itemErrors?.[index] && { 'aria-invalid': true, 'aria-describedby': `${id}-${index}` })}
                  className="flex-1"
                  placeholder={placeholder}
                  maxLength={maxLength}
                  value={value}
                  onChange={(event) => replace(index, 1, event.currentTarget.value)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onPaste={(event) => onPaste(event, index)}
                />
                <IconButton label={`Remove ${itemName} ${index + 1}`} onClick={() => remove(index)}>
                  <X aria-hidden="true" />
                </IconButton>
              </div>
              {itemErrors?.[index] && <FieldError id={`${id}-${index}`}>{itemErrors[index]}</FieldError>}
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={add}
        variant="outline"
        size="sm"
        className="w-fit"
        disabled={values.length >= maxItems}
        onClick={() => insert(values.length)}
      >
        <Plus aria-hidden="true" />
        Add {itemName}
      </Button>
    </FieldGroup>
  )
}

/** Copied lists often include their bullets. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => line !== '')

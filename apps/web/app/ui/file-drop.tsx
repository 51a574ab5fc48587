import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'

interface FileDropProps {
  /** The prompt: "Drop a mod here, or choose a file". */
  label: ReactNode
  hint?: ReactNode
  /** Extensions and MIME types for the file input: `.zip` or `image/png,image/webp`. */
  accept: string
  isMultiple?: boolean
  isDisabled?: boolean
  error?: ReactNode
  /** Called with at least one file, all of an accepted type. */
  onFiles: (files: File[]) => void
  icon?: ReactNode
}

/** A drop zone that is also a plain file input. */
export const FileDrop = (props: FileDropProps) => {
  const { label, hint, accept, isMultiple = false, isDisabled = false, error, onFiles, icon = <Upload /> } = props
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const said = refused ?? error

  const take = (files: readonly File[]) => {
    const fitting = files.filter((file) => isAccepted(file, accept))
    const taken = isMultiple ? fitting : fitting.slice(0, 1)
    setRefused(refusalOf(files, fitting, accept))
    if (taken.length > 0) onFiles(taken)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) take([...event.dataTransfer.files])
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!isDisabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-col items-center gap-1 rounded-xl border border-dashed border-input px-5 py-8 text-center transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
          isDisabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:border-muted hover:bg-raised/50',
          isOver && 'border-primary bg-raised/60',
        )}
      >
        <input
          type="file"
          className="sr-only"
          accept={accept}
          multiple={isMultiple}
          disabled={isDisabled}
          aria-describedby={said ? `${id}-error` : undefined}
          aria-invalid={said ? true : undefined}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            // Resets the input, so that the same file can be chosen again.
            event.currentTarget.value = ''
            if (files.length > 0) take(files)
          }}
        />
        <span className="text-muted [&_svg]:size-6" aria-hidden="true">
          {icon}
        </span>
        <span className="mt-1 text-ui font-medium">{label}</span>
        {hint && <span className="max-w-[52ch] text-small text-muted">{hint}</span>}
      </label>
      <div aria-live="polite">{said && <FieldError id={`${id}-error`}>{said}</FieldError>}</div>
    </div>
  )
}

const isAccepted = ({ name, type }: File, accept: string) =>
  accept.split(',').some((each) => {
    const kind = each.trim().toLowerCase()
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind)
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
  })

const refusalOf = (files: readonly File[], fitting: readonly File[], accept: string) => {
  const left = files.filter((file) => !fitting.includes(file))
  if (left.length === 0) return null
  const kinds = accept.replaceAll('image/', '').replaceAll(',', ', ')
  return `${left.map(({ name }) => name).join(', ')} cannot be used here. Accepted: ${kinds}.`
}

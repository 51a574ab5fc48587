import { type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Spinner } from '#ui/spinner.tsx'

export const FileProblem = ({ children }: { children: string | null }) => (
  <p aria-live="polite" className={cx('text-small text-destructive', children === null && 'sr-only')}>
    {children}
  </p>
)

interface ChosenFileProps {
  name: string
  sizeBytes: number
  onRemove: () => void
}

/** A file that goes with the next message, as an item of a list. */
export const ChosenFile = ({ name, sizeBytes, onRemove }: ChosenFileProps) => (
  <li className="flex max-w-full items-center gap-1.5 rounded-lg border py-0.5 pr-0.5 pl-3 text-small">
    <span className="truncate">{name}</span>
    <span className="num shrink-0 text-muted">{sizeText(sizeBytes)}</span>
    <IconButton label={`Remove ${name}`} size="icon-sm" onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  </li>
)

interface FileButtonProps {
  label: ReactNode
  icon: LucideIcon
  accept: string
  isMultiple?: boolean
  isBusy?: boolean
  isFull?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Opens the browser's dialog to choose files. */
export const FileButton = ({ label, icon: Icon, accept, isMultiple, isBusy, isFull, onFiles }: FileButtonProps) => {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cx(
        'inline-flex h-10 w-fit items-center gap-2 rounded-lg px-3 text-ui font-medium text-muted has-focus-visible:outline-2 has-focus-visible:outline-ring',
        isFull || isBusy ? 'opacity-60' : 'cursor-pointer hover:bg-raised hover:text-foreground',
      )}
    >
      {isBusy ? <Spinner label="Uploading" /> : <Icon className="size-[18px]" aria-hidden="true" />}
      {label}
      <input
        id={id}
        type="file"
        multiple={isMultiple}
        accept={accept}
        className="sr-only"
        disabled={isFull || isBusy}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          event.currentTarget.value = ''
          onFiles(chosen)
        }}
      />
    </label>
  )
}

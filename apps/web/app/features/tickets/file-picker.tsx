import { ImagePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { TicketAttachment } from '@slipstream/contract/tickets'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useRemoveFile, useSendFile } from './tickets.queries.ts'

const ACCEPTED = '.log,.txt,text/plain,image/png,image/jpeg,image/webp,image/avif'

interface FilePickerProps {
  files: readonly TicketAttachment[]
  onChange: (files: TicketAttachment[]) => void
  label: string
}

/** Screenshots and logs for the next message, uploaded as soon as they are chosen. */
export const FilePicker = ({ files, onChange, label }: FilePickerProps) => {
  const id = useId()
  const send = useSendFile()
  const remove = useRemoveFile()
  const [problem, setProblem] = useState<string | null>(null)
  const isFull = files.length >= TICKET_LIMITS.attachmentsPerMessage
  const isBusy = send.isPending

  const take = async (chosen: readonly File[]) => {
    setProblem(null)
    const kept = [...files]
    for (const file of chosen.slice(0, TICKET_LIMITS.attachmentsPerMessage - files.length)) {
      try {
        kept.push(await send.mutateAsync(file))
        onChange([...kept])
      } catch (error) {
        setProblem(error instanceof Error && error.name === 'Error' ? error.message : failureText(error))
      }
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Files to send">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex max-w-full items-center gap-1.5 rounded-lg border py-0.5 pr-0.5 pl-3 text-small"
            >
              <span className="truncate">{file.name}</span>
              <span className="num text-muted">{sizeText(file.sizeBytes)}</span>
              <IconButton
                label={`Remove ${file.name}`}
                size="icon-sm"
                onClick={() => {
                  remove.mutate(file.id)
                  onChange(files.filter((each) => each.id !== file.id))
                }}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <label
        htmlFor={id}
        className={cx(
          'inline-flex h-10 w-fit items-center gap-2 rounded-lg px-3 text-ui font-medium text-muted has-focus-visible:outline-2 has-focus-visible:outline-ring',
          isFull || isBusy ? 'opacity-60' : 'cursor-pointer hover:bg-raised hover:text-foreground',
        )}
      >
        {isBusy ? <Spinner label="Uploading" /> : <ImagePlus className="size-[18px]" aria-hidden="true" />}
        {label}
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPTED}
          className="sr-only"
          disabled={isFull || isBusy}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])]
            // So that the same file can be chosen again.
            event.currentTarget.value = ''
            void take(chosen)
          }}
        />
      </label>
      <p aria-live="polite" className={cx('text-small text-destructive', problem === null && 'sr-only')}>
        {problem}
      </p>
    </div>
  )
}

import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { TicketAttachment } from '@slipstream/contract/tickets'
import { failureText } from '#ui/failure-text.ts'
import { ChosenFile, FileButton, FileProblem } from './chosen-file.tsx'
import { useRemoveFile, useSendFile } from './tickets.queries.ts'

const ACCEPTED = '.log,.txt,text/plain,image/png,image/jpeg,image/webp,image/avif'

interface FilePickerProps {
  files: readonly TicketAttachment[]
  onChange: (files: TicketAttachment[]) => void
  label: string
}

/** Screenshots and logs for the next message, uploaded as soon as they are chosen. */
export const FilePicker = ({ files, onChange, label }: FilePickerProps) => {
  const send = useSendFile()
  const remove = useRemoveFile()
  const [problem, setProblem] = useState<string | null>(null)

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
            <ChosenFile
              key={file.id}
              name={file.name}
              sizeBytes={file.sizeBytes}
              onRemove={() => {
                remove.mutate(file.id)
                onChange(files.filter((each) => each.id !== file.id))
              }}
            />
          ))}
        </ul>
      )}
      <FileButton
        label={label}
        icon={ImagePlus}
        accept={ACCEPTED}
        isMultiple
        isBusy={send.isPending}
        isFull={files.length >= TICKET_LIMITS.attachmentsPerMessage}
        onFiles={(chosen) => void take(chosen)}
      />
      <FileProblem>{problem}</FileProblem>
    </div>
  )
}

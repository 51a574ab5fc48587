import { FileText, ImageIcon } from 'lucide-react'
import type { AttachmentContent, TicketAttachment } from '@slipstream/contract/tickets'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { sizeText } from '#ui/size-text.ts'
import { Spinner } from '#ui/spinner.tsx'

interface AttachmentViewProps {
  attachment: TicketAttachment
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The contents, loaded when the attachment is opened. */
  data: AttachmentContent | undefined
  error: Error | null
}

/** A file of a message. */
export const AttachmentView = ({ attachment, isOpen, onOpenChange, data, error }: AttachmentViewProps) => {
  const { kind, name, sizeBytes } = attachment
  const Icon = kind === 'log' ? FileText : ImageIcon
  return (
    <Dialog
      title={name}
      size="lg"
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="outline" size="sm" className="max-w-60">
          <Icon aria-hidden="true" />
          <span className="truncate">{name}</span>
          <span className="num font-normal text-muted">{sizeText(sizeBytes)}</span>
        </Button>
      }
    >
      {data ? <Content content={data} /> : <Waiting error={error} />}
    </Dialog>
  )
}

const Waiting = ({ error }: { error: Error | null }) =>
  error ? (
    <p role="alert" className="text-destructive">
      {failureText(error)}
    </p>
  ) : (
    <div className="grid h-40 place-items-center text-muted">
      <Spinner label="Loading the file" />
    </div>
  )

const Content = ({ content }: { content: AttachmentContent }) =>
  content.kind === 'picture' ? (
    <img src={content.dataUrl} alt={content.name} className="mx-auto max-h-[70dvh] rounded-lg" />
  ) : (
    <LogText text={content.text} />
  )

/** With line numbers, which people quote to each other. They are not part of a copied text. */
const LogText = ({ text }: { text: string }) => (
  <div
    role="region"
    aria-label="Log"
    // Scrollable, so it must be reachable by keyboard.
    tabIndex={0}
    className="max-h-[70dvh] overflow-auto rounded-lg border bg-background py-2 font-mono text-caption leading-5"
  >
    <ol>
      {text.split(/\r?\n/).map((line, place) => (
        <li key={place} className="px-3 whitespace-pre">
          <span className="num mr-4 inline-block w-10 text-right text-subtle select-none" aria-hidden="true">
            {place + 1}
          </span>
          {line}
        </li>
      ))}
    </ol>
  </div>
)

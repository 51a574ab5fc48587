import { Lock, MessageSquareText, Send } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { TicketAttachment } from '@slipstream/contract/tickets'
import type { AfterReply, DeskTicket } from '@slipstream/contract/tickets-admin'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { tabListStyles, tabStyles } from '#ui/tab-style.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { FilePicker } from '../file-picker.tsx'
import { CannedPicker, slashBefore, useCannedPicker } from './canned-picker.tsx'
import { fillVariables, unfilledIn } from './canned-replies.queries.ts'
import { readDraft, useDraft, writeDraft } from './drafts.ts'
import { holdReply, takeBack, UNDO_SEND_MS, useHeldReply } from './held-replies.ts'
import { useNote, useReply } from './tickets-admin.queries.ts'

const AFTER: readonly { value: AfterReply; label: string }[] = [
  { value: 'waiting', label: 'wait for customer' },
  { value: 'solved', label: 'close' },
  { value: 'open', label: 'keep open' },
]

export type ComposerMode = 'reply' | 'note'

interface ComposerProps {
  ticket: DeskTicket
  me: string
  mode: ComposerMode
  onMode: (mode: ComposerMode) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Called when a newer message blocked the reply, which is a draft again. */
  onNewer: () => void
  onTyping: () => void
}

/** Writes replies and notes. A reply can be undone for a few seconds; unsent text is kept. */
export const Composer = ({ ticket, me, mode, onMode, field, onNewer, onTyping }: ComposerProps) => {
  const [after, setAfter] = useState<AfterReply>('waiting')
  const [problem, setProblem] = useState<string | null>(null)
  const [files, setFiles] = useState<TicketAttachment[]>([])
  const held = useHeldReply(ticket.id)
  const [draft, changeDraft] = useDraft(ticket.id, held !== undefined)
  const reply = useReply()
  const note = useNote(ticket.id)
  const text = draft[mode]
  const setText = (typed: string) => {
    setProblem(null)
    changeDraft({ [mode]: typed })
  }
  const insert = (body: string) => {
    setText(text.slice(0, text.length - slashBefore(text).length) + fillVariables(body, ticket, me))
    field.current?.focus()
  }
  const picker = useCannedPicker(mode === 'reply' ? text : '', insert)

  const sendReply = () => {
    const unfilled = unfilledIn(text)
    if (unfilled) return setProblem(`Fill in ${unfilled} before you send.`)
    const body = {
      body: text.trim(),
      clientKey: crypto.randomUUID(),
      lastMessageId: ticket.lastMessageId,
      after,
      ...(files.length > 0 && { attachmentIds: files.map(({ id }) => id) }),
    }
    changeDraft({ reply: '' })
    setFiles([])
    // Stored as a draft until the server has it, so that closing the tab loses nothing.
    keepUnsent(ticket.id, body.body)
    // Promise callbacks, because callbacks passed to `mutate` do not run after the component unmounts.
    holdReply({ ticketId: ticket.id, reply: body, files }, () =>
      reply.mutateAsync({ id: ticket.id, body }).then(
        () => forgetSent(ticket.id, body.body),
        (error: unknown) => {
          changeDraft({ reply: body.body })
          setFiles(files)
          if (error instanceof ApiError && error.code === 'tickets.newer_message') onNewer()
          else toastFailure('The reply was not sent. It is a draft again.')(error)
        },
      ),
    )
  }
  const sendNote = () =>
    note.mutate(text.trim(), {
      onSuccess: () => changeDraft({ note: '' }),
      onError: toastFailure('The note was not saved.'),
    })
  const submit = () => {
    if (text.trim() === '') return
    if (mode === 'reply') sendReply()
    else sendNote()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'Escape') field.current?.blur()
  }

  return (
    <div className="relative px-4 pb-3.5 max-md:px-3">
      <CannedPicker picker={picker} />
      {held && (
        <HeldBar
          key={held.reply.clientKey}
          onUndo={() => {
            takeBack(held)
            onMode('reply')
            changeDraft({ reply: held.reply.body })
            setFiles([...held.files])
            field.current?.focus()
          }}
        />
      )}
      <div className="rounded-xl border border-input bg-background focus-within:outline-2 focus-within:outline-ring">
        <div className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2">
          <div className={tabListStyles.segmented} role="group" aria-label="Write a">
            <ModeButton isOn={mode === 'reply'} onClick={() => onMode('reply')}>
              Reply
            </ModeButton>
            <ModeButton isOn={mode === 'note'} onClick={() => onMode('note')}>
              <Lock className="me-1.5 size-3.5" aria-hidden="true" />
              Internal note
            </ModeButton>
          </div>
          <ModeHint mode={mode} />
        </div>
        <textarea
          ref={field}
          aria-label={mode === 'reply' ? 'Reply to the customer' : 'Internal note'}
          aria-activedescendant={picker.activeId}
          aria-controls={picker.isOpen ? picker.listId : undefined}
          placeholder={mode === 'reply' ? `Reply to ${ticket.customer}` : 'Write a note to the team'}
          rows={2}
          maxLength={10_000}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            if (mode === 'reply') onTyping()
          }}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-[33dvh] min-h-14 w-full resize-none bg-transparent px-3.5 py-2.5 text-ui outline-none placeholder:text-subtle"
        />
        {problem && (
          <p role="alert" className="px-3.5 pb-2 text-small text-destructive">
            {problem}
          </p>
        )}
        <ReplyFiles mode={mode} files={files} onChange={setFiles} />
        <div className="flex flex-wrap items-center gap-2 px-2.5 pb-2.5">
          {mode === 'reply' && (
            <IconButton label="Canned replies" size="icon-sm" onClick={picker.toggle} aria-expanded={picker.isOpen}>
              <MessageSquareText aria-hidden="true" />
            </IconButton>
          )}
          {mode === 'reply' && (
            <label className="ml-auto flex items-center gap-1.5 text-caption text-muted">
              <span className="max-md:sr-only">After sending:</span>
              <NativeSelect
                size="sm"
                options={AFTER}
                value={after}
                onValueChange={(value) => setAfter(AFTER.find((option) => option.value === value)?.value ?? 'waiting')}
              />
            </label>
          )}
          <Button
            variant="primary"
            size="sm"
            className={mode === 'note' ? 'ml-auto' : ''}
            isLoading={note.isPending || reply.isPending}
            disabled={text.trim() === ''}
            onClick={submit}
          >
            <Send aria-hidden="true" />
            {mode === 'reply' ? 'Send' : 'Add note'}
          </Button>
          <span className="hidden gap-1 @min-[1280px]/desk:flex" aria-hidden="true">
            <Key>Ctrl</Key>
            <Key>Enter</Key>
          </span>
        </div>
      </div>
    </div>
  )
}

interface ReplyFilesProps {
  mode: ComposerMode
  files: readonly TicketAttachment[]
  onChange: (files: TicketAttachment[]) => void
}

/** Notes have no files. */
const ReplyFiles = ({ mode, files, onChange }: ReplyFilesProps) =>
  mode === 'reply' && (
    <div className="px-2.5 pb-2">
      <FilePicker files={files} onChange={onChange} label="Add a screenshot or log" />
    </div>
  )

/** Deletes the stored draft, unless the author has begun another reply. */
const forgetSent = (ticketId: number, body: string) => {
  const draft = readDraft(ticketId)
  if (draft.reply === body) writeDraft(ticketId, { ...draft, reply: '' })
}

const keepUnsent = (ticketId: number, body: string) => writeDraft(ticketId, { ...readDraft(ticketId), reply: body })

const ModeHint = ({ mode }: { mode: ComposerMode }) => (
  <span className="text-caption text-muted max-md:hidden">
    {mode === 'reply' ? (
      <>
        Type <Key>/</Key> for a canned reply
      </>
    ) : (
      'Customers never see notes.'
    )}
  </span>
)

const ModeButton = ({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: React.ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    data-state={isOn ? 'active' : undefined}
    className={tabStyles.segmented}
    onClick={onClick}
  >
    {children}
  </button>
)

export const Key = ({ children }: { children: React.ReactNode }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border bg-raised px-1 font-mono text-[11px] text-muted">
    {children}
  </kbd>
)

const HeldBar = ({ onUndo }: { onUndo: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div role="status" className="mb-2 flex items-center gap-3 rounded-lg border bg-popover px-3.5 py-2 text-small">
      <span className="flex-1">Sending in {UNDO_SEND_MS / 1_000} seconds.</span>
      <Button ref={button} size="sm" variant="outline" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}

import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ChatMember, ChatMessage } from '@slipstream/contract/chat'
import { CHAT_MESSAGE_LENGTH } from '@slipstream/contract/chat-limits'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useDeleteMessage, useEditMessage } from './chat.queries.ts'
import { MessageBody, Previews } from './message-body.tsx'

interface MessageEntryProps {
  message: ChatMessage
  members: readonly ChatMember[]
  isMine: boolean
}

export const MessageEntry = ({ message, members, isMine }: MessageEntryProps) => {
  const [isEditing, setEditing] = useState(false)
  const { authorName, at, isEdited, isDeleted } = message
  const image = members.find(({ id }) => id === message.authorId)?.image ?? null
  return (
    <li className="group flex gap-3 px-4 py-2 hover:bg-raised/50 md:px-5">
      <Avatar name={authorName} src={image} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-small">
          <span className="font-medium">{authorName}</span>
          <span className="text-caption text-subtle">
            <Moment at={at} />
            {isEdited && !isDeleted && '\u00a0· edited'}
          </span>
        </p>
        {isEditing && !isDeleted ? (
          <EditedBody message={message} onDone={() => setEditing(false)} />
        ) : (
          <Content message={message} members={members} />
        )}
      </div>
      {isMine && !isDeleted && !isEditing && <OwnActions message={message} onEdit={() => setEditing(true)} />}
    </li>
  )
}

const Content = ({ message: { body, isDeleted, previews }, members }: Omit<MessageEntryProps, 'isMine'>) => {
  if (isDeleted) return <p className="text-ui text-subtle italic">This message was deleted.</p>
  return (
    <>
      <MessageBody body={body} members={members} />
      <Previews previews={previews} />
    </>
  )
}

/** Always in the tab order, and visible where there is no hover. */
const OwnActions = ({ message, onEdit }: { message: ChatMessage; onEdit: () => void }) => {
  const removal = useDeleteMessage(message.id)
  return (
    <div className="flex shrink-0 items-start opacity-100 focus-within:opacity-100 group-hover:opacity-100 md:opacity-0">
      <IconButton label="Edit message" size="icon-sm" onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        title="Delete this message?"
        description="Its text is gone for everybody. A mark stays in its place."
        confirmLabel="Delete message"
        failureText="Failed to delete the message."
        onConfirm={removal.mutateAsync}
        trigger={
          <IconButton label="Delete message" size="icon-sm">
            <Trash2 aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  )
}

const EditedBody = ({ message, onDone }: { message: ChatMessage; onDone: () => void }) => {
  const [text, setText] = useState(message.body)
  const edit = useEditMessage(message.id)
  const save = () => {
    if (text.trim() === '' || text.trim() === message.body) return onDone()
    edit.mutate(text.trim(), { onSuccess: onDone, onError: toastFailure('Failed to change the message') })
  }
  return (
    <form
      className="mt-1 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        aria-label="Edited message"
        rows={2}
        maxLength={CHAT_MESSAGE_LENGTH}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isLoading={edit.isPending}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

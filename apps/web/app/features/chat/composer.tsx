import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { CHAT_MESSAGE_LENGTH } from '@slipstream/contract/chat-limits'
import { IconButton } from '#ui/icon-button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSendMessage } from './chat.queries.ts'
import { chatDrafts } from './chat-drafts.ts'

interface ComposerProps {
  roomId: number
  roomName: string
  onTyping: () => void
}

/** Enter sends, Shift+Enter starts a new line. Unsent text is kept per room. */
export const Composer = ({ roomId, roomName, onTyping }: ComposerProps) => {
  const [text, setText] = useState(() => chatDrafts.read(roomId))
  // The idempotency key. Stays the same until the message has arrived, so that a retry does not post it twice.
  const key = useRef<string>(undefined)
  const sending = useSendMessage(roomId)

  const type = (typed: string) => {
    setText(typed)
    chatDrafts.write(roomId, typed)
  }

  const send = () => {
    const body = text.trim()
    if (body === '' || sending.isPending) return
    key.current ??= crypto.randomUUID()
    sending.mutate(
      { body, key: key.current },
      {
        onSuccess: () => {
          key.current = undefined
          type('')
        },
        onError: toastFailure('Failed to send the message'),
      },
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="flex items-end gap-2 border-t p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        aria-label={`Message to ${roomName}`}
        placeholder="Write a message"
        rows={1}
        maxLength={CHAT_MESSAGE_LENGTH}
        className="min-h-11! flex-1"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          type(value)
          if (value !== '') onTyping()
        }}
        onKeyDown={onKeyDown}
      />
      <IconButton
        type="submit"
        label="Send"
        variant="primary"
        isLoading={sending.isPending}
        disabled={text.trim() === ''}
      >
        <SendHorizontal aria-hidden="true" />
      </IconButton>
    </form>
  )
}

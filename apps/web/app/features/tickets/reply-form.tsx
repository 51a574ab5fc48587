import { Send } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'

interface ReplyFormProps {
  schema: () => Promise<z.ZodMiniType | undefined>
  send: (reply: { body: string; clientKey: string }) => Promise<unknown>
  onSent?: () => void
  onType?: () => void
  /** Below the text: files to send, or who is writing. */
  aside: ReactNode
  /** A reply to a solved ticket reopens it. */
  isSolved: boolean
}

export const ReplyForm = ({ schema, send, onSent, onType, aside, isSolved }: ReplyFormProps) => {
  const key = useRef<string | null>(null)
  const { form, text, isPending, problems, failure, reset } = useForm({
    initial: { body: '' },
    schema,
    // A retry sends the same key, so that the reply is not stored twice.
    body: ({ body }) => ({ body, clientKey: (key.current ??= crypto.randomUUID()) }),
    send,
    onDone: () => {
      key.current = null
      reset()
      onSent?.()
    },
  })
  return (
    <form {...form} className="rounded-2xl border border-input bg-background p-3 focus-within:border-ring">
      <Field label="Reply" isLabelHidden error={problems.body}>
        <Textarea
          rows={2}
          placeholder={isSolved ? 'Write to reopen this ticket' : 'Write a reply'}
          className="min-h-16 border-none! bg-transparent! p-1! shadow-none outline-none!"
          {...text('body')}
          onInput={onType}
        />
      </Field>
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="mb-2 text-small text-destructive">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1">{aside}</div>
        <Button type="submit" variant="primary" isLoading={isPending}>
          <Send aria-hidden="true" />
          Send
        </Button>
      </div>
    </form>
  )
}

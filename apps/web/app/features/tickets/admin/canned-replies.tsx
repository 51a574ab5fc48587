import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CannedReply } from '@slipstream/contract/tickets-replies'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import {
  cannedReplyRules,
  useCannedReplies,
  useRemoveCannedReply,
  useSaveCannedReply,
  VARIABLES,
} from './canned-replies.queries.ts'

/** The replies that the composer offers after a slash. */
export const CannedReplies = () => {
  const replies = useCannedReplies()
  const remove = useRemoveCannedReply()
  if (replies.isPending) return <Skeleton className="h-60 rounded-2xl" />
  if (replies.isError) {
    return (
      <ErrorState
        title="The canned replies could not be loaded."
        error={replies.error}
        onRetry={() => void replies.refetch()}
        isRetrying={replies.isFetching}
      />
    )
  }
  return (
    <Card title="Canned replies" description="Type / in a reply to insert one." actions={<ReplyDialog reply={null} />}>
      {replies.data.length === 0 ? (
        <EmptyState
          icon={<MessageSquareText />}
          title="No canned replies yet"
          description="Save the answers you give often."
        />
      ) : (
        <ul className="flex flex-col divide-y">
          {replies.data.map((reply) => (
            <li key={reply.id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="text-ui font-medium">{reply.title}</p>
                <p className="line-clamp-2 text-small text-muted">{reply.body}</p>
              </div>
              <ReplyDialog reply={reply} />
              <ConfirmDialog
                title={`Remove “${reply.title}”?`}
                description="Replies that were sent with it stay as they are."
                confirmLabel="Remove"
                onConfirm={() => remove.mutateAsync(reply.id)}
                trigger={
                  <Button size="sm" variant="ghost" aria-label={`Remove ${reply.title}`}>
                    Remove
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const ReplyDialog = ({ reply }: { reply: CannedReply | null }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={reply ? 'Edit canned reply' : 'New canned reply'}
      size="md"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        reply ? (
          <Button size="sm" variant="outline" aria-label={`Edit ${reply.title}`}>
            Edit
          </Button>
        ) : (
          <Button size="sm" variant="primary">
            <Plus aria-hidden="true" />
            New reply
          </Button>
        )
      }
    >
      {isOpen && <ReplyForm reply={reply} onDone={() => setOpen(false)} />}
    </Dialog>
  )
}

const ReplyForm = ({ reply, onDone }: { reply: CannedReply | null; onDone: () => void }) => {
  const { mutateAsync } = useSaveCannedReply(reply?.id ?? null)
  const form = useForm({
    initial: { title: reply?.title ?? '', body: reply?.body ?? '' },
    schema: cannedReplyRules,
    body: ({ title, body }) => ({ title: title.trim(), body: body.trim() }),
    send: mutateAsync,
    onDone,
  })
  return (
    <DialogForm action={reply ? 'Save' : 'Add reply'} form={form}>
      <Field label="Title" error={form.problems.title}>
        <Input {...form.text('title')} />
      </Field>
      <Field
        label="Text"
        error={form.problems.body}
        hint={`Variables: ${VARIABLES.map((name) => `{{${name}}}`).join(', ')}. Others must be filled in before sending.`}
      >
        <Textarea {...form.text('body')} rows={6} />
      </Field>
    </DialogForm>
  )
}

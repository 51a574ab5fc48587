import type { AdminReview } from '@slipstream/contract/reviews-admin'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { replyRules, useReplyToReview } from './admin-reviews.queries.ts'

interface ReplyDialogProps {
  review: AdminReview
  onClose: () => void
}

/** The creator's one public reply to a review. */
export const ReplyDialog = ({ review, onClose }: ReplyDialogProps) => {
  const { mutateAsync } = useReplyToReview(review.id)
  const form = useForm({
    initial: { body: review.reply ?? '' },
    schema: replyRules,
    body: ({ body }) => ({ body: body.trim() }),
    send: ({ body }) => mutateAsync(body),
    onDone: ({ reply }) => {
      toast({ title: reply === null ? 'The reply was removed' : 'The reply is public', tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      title={`Reply to ${review.author}`}
      description="Everyone can read it below the review. The author is notified."
      size="md"
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <DialogForm action="Save reply" form={form}>
        <Field label="Reply" hint="Empty the field to remove the reply." error={form.problems.body}>
          <Textarea rows={6} {...form.text('body')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

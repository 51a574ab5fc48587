import { REVIEW_REASON_WORDS, REVIEW_REASONS, type ReviewReason } from '@slipstream/contract/review-terms'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { reviewRules, useReport } from './own-review.queries.ts'
import { ReasonChoice } from './reason-choice.tsx'

interface ReportDialogProps {
  reviewId: number
  onClose: () => void
}

const EMPTY: { reason: ReviewReason | ''; note: string } = { reason: '', note: '' }

/** Tells the moderators that a review breaks a rule. An opinion never does. */
const ReportDialog = ({ reviewId, onClose }: ReportDialogProps) => {
  const { mutateAsync } = useReport(reviewId)
  const form = useForm({
    initial: EMPTY,
    schema: reviewRules('report'),
    words: { reason: 'Choose what is wrong.' },
    body: ({ reason, note }) => ({ reason: reason as ReviewReason, note }),
    send: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Reported', description: message, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      title="Report this review"
      description="A moderator reads it again. An opinion or a star rating is no reason to remove a review."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <DialogForm action="Send report" form={form}>
        <ReasonChoice
          legend="What is wrong with it?"
          reasons={REVIEW_REASONS}
          words={REVIEW_REASON_WORDS}
          value={form.values.reason}
          error={form.problems.reason}
          onChoose={(reason) => form.change({ reason })}
        />
        <Field label="Anything else?" isOptional error={form.problems.note}>
          <Textarea rows={3} {...form.text('note')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

export default ReportDialog

import { useState } from 'react'
import { REVIEW_REASON_WORDS, REVIEW_REASONS, type ReviewReason } from '@slipstream/contract/review-terms'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ReasonChoice } from '../reason-choice.tsx'

interface RejectDialogProps {
  count: number
  isPending: boolean
  onReject: (reason: ReviewReason) => void
  onClose: () => void
}

/** The reason comes from a closed list, and the author reads it. */
export const RejectDialog = ({ count, isPending, onReject, onClose }: RejectDialogProps) => {
  const [reason, setReason] = useState<ReviewReason | ''>('')
  const [isMissing, setMissing] = useState(false)
  const reject = () => {
    setMissing(reason === '')
    if (reason !== '') onReject(reason)
  }
  return (
    <Dialog
      title={count === 1 ? 'Reject this review?' : `Reject ${plural(count, 'review')}?`}
      description="The author is told the reason and can change the review. An opinion or a star rating is not a reason."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" isLoading={isPending} onClick={reject}>
            Reject
          </Button>
        </>
      }
    >
      <ReasonChoice
        legend="Reason"
        reasons={REVIEW_REASONS}
        words={REVIEW_REASON_WORDS}
        value={reason}
        error={isMissing && reason === '' ? 'Choose the reason.' : undefined}
        onChoose={setReason}
      />
    </Dialog>
  )
}

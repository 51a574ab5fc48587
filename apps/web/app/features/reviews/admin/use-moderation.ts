import { useState } from 'react'
import type { ReviewReason } from '@slipstream/contract/review-terms'
import type { AdminReview, ReviewAct } from '@slipstream/contract/reviews-admin'
import { plural } from '#lib/counts.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { toast } from '#ui/toast-store.ts'
import { useDecide } from './admin-reviews.queries.ts'

const DONE: Record<ReviewAct, string> = {
  approve: 'approved',
  reject: 'rejected',
  feature: 'featured on the home page',
  unfeature: 'no longer featured',
  keep: 'kept, reports dismissed',
}

/** What the moderator has selected, is looking at and is about to do. */
export const useModeration = (reviews: readonly AdminReview[]) => {
  const decide = useDecide()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [currentId, setCurrentId] = useState<number | null>(null)
  const [rejecting, setRejecting] = useState<readonly AdminReview[]>([])
  const [replyingTo, setReplyingTo] = useState<AdminReview | null>(null)
  const chosen = reviews.filter(({ id }) => selected.has(id))
  const current = reviews.find(({ id }) => id === currentId)

  const act = (on: readonly AdminReview[], what: ReviewAct, reason?: ReviewReason) => {
    if (on.length === 0) return
    const named = on.map(({ id, revision }) => ({ id, revision }))
    decide.mutate(
      { act: what, reviews: named, ...(reason && { reason }) },
      {
        onSuccess: ({ changed }) => {
          setSelected(new Set())
          setRejecting([])
          const left = on.length - changed.length
          toast({
            title: `${plural(changed.length, 'review')} ${DONE[what]}`,
            ...(left > 0 && {
              description: `${plural(left, 'review')} had changed in the meantime or needed no action.`,
            }),
            tone: left > 0 ? 'neutral' : 'success',
          })
        },
        onError: toastFailure('Nothing was changed'),
      },
    )
  }
  const toggle = (id: number) =>
    setSelected((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))

  return {
    ...{ selected, chosen, current, rejecting, replyingTo, act, toggle, setRejecting, setReplyingTo, setCurrentId },
    isPending: decide.isPending,
    clear: () => setSelected(new Set()),
    /** The selection, or else the review that has the focus. */
    meant: () => (chosen.length > 0 ? chosen : current ? [current] : []),
  }
}

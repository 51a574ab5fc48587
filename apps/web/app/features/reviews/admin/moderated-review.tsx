import { Check, MessageSquareReply, ShieldCheck, Star, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { REVIEW_REASON_WORDS, type ReviewSignal } from '@slipstream/contract/review-terms'
import type { AdminReview, ReviewAct } from '@slipstream/contract/reviews-admin'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Stars } from '#ui/stars.tsx'
import { Status } from '#ui/status.tsx'
import { ReviewFacts } from '../review-entry.tsx'
import { ReviewPictures } from '../review-pictures.tsx'
import { STATUS_WORDS } from '../review-words.ts'

const SIGNAL_WORDS: Record<ReviewSignal, string> = {
  links: 'Contains a link',
  repeated: 'Same text elsewhere',
  refunded: 'Refunded',
  new_account: 'New account',
  reported: 'Reported',
}

interface ModeratedReviewProps {
  review: AdminReview
  isSelected: boolean
  onSelect: () => void
  onFocus: () => void
  onAct: (act: ReviewAct) => void
  onReject: () => void
  onReply: () => void
}

/** A review with everything that a moderator needs to judge it. */
export const ModeratedReview = (props: ModeratedReviewProps) => {
  const { review, isSelected, onSelect, onFocus } = props
  const { id, title, body, rating, status, isFeatured, modId, modTitle, signals } = review
  const name = title || `${rating} of 5 stars`
  return (
    <article
      tabIndex={-1}
      data-review={id}
      aria-labelledby={`moderated-${id}`}
      onFocus={onFocus}
      className="surface flex gap-4 rounded-2xl p-4 outline-offset-2 focus:outline-2 focus:outline-ring md:p-5"
    >
      <Checkbox aria-label={`Select ${name} by ${review.author}`} checked={isSelected} onCheckedChange={onSelect} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Stars rating={rating} label={`${rating} of 5 stars`} className="text-ui" />
          <Status tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].word}</Status>
          {isFeatured && <Badge tone="primary">Featured</Badge>}
          {signals.map((signal) => (
            <Badge key={signal} tone="warning">
              {SIGNAL_WORDS[signal]}
            </Badge>
          ))}
          <Link
            to={`/mods/${modId}#reviews`}
            className="ml-auto rounded-sm text-small underline-offset-4 hover:underline"
          >
            {modTitle}
          </Link>
        </div>
        <h2 id={`moderated-${id}`} className="mt-2 text-base font-semibold wrap-anywhere">
          {name}
        </h2>
        <ReviewFacts review={review} />
        {body && (
          <p className="mt-2 max-w-[72ch] text-ui wrap-anywhere whitespace-pre-line text-foreground/85">{body}</p>
        )}
        <ReviewPictures author={review.author} pictures={review.pictures} />
        <Remarks review={review} />
        <Acts {...props} />
      </div>
    </article>
  )
}

const Remarks = ({ review: { rejectReason, reports, reply, isReplyOlder } }: { review: AdminReview }) => (
  <>
    {rejectReason && <Remark title="Rejected">{REVIEW_REASON_WORDS[rejectReason]}</Remark>}
    {reports.map(({ reason, note, at }) => (
      <Remark key={`${at} ${note}`} title="Reported">
        {REVIEW_REASON_WORDS[reason]} {note && `“${note}”`}
      </Remark>
    ))}
    {reply && <Remark title={isReplyOlder ? 'Reply to an earlier version' : 'Reply'}>{reply}</Remark>}
  </>
)

const Remark = ({ title, children }: { title: string; children: ReactNode }) => (
  <p className="mt-3 border-l-2 pl-3 text-small wrap-anywhere whitespace-pre-line text-muted">
    <span className="font-medium text-foreground">{title}: </span>
    {children}
  </p>
)

const Acts = ({ review, onAct, onReject, onReply }: ModeratedReviewProps) => {
  const { status, isFeatured, signals } = review
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {status !== 'approved' && (
        <Button size="sm" variant="outline" onClick={() => onAct('approve')}>
          <Check aria-hidden="true" />
          Approve
        </Button>
      )}
      {status !== 'rejected' && (
        <Button size="sm" variant="outline" onClick={onReject}>
          <X aria-hidden="true" />
          Reject
        </Button>
      )}
      {status === 'approved' && (
        <Button size="sm" variant="outline" onClick={() => onAct(isFeatured ? 'unfeature' : 'feature')}>
          <Star aria-hidden="true" />
          {isFeatured ? 'Stop featuring' : 'Feature'}
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={onReply}>
        <MessageSquareReply aria-hidden="true" />
        {review.reply === null ? 'Reply' : 'Edit reply'}
      </Button>
      {signals.includes('reported') && (
        <Button size="sm" variant="outline" onClick={() => onAct('keep')}>
          <ShieldCheck aria-hidden="true" />
          Dismiss reports
        </Button>
      )}
    </div>
  )
}

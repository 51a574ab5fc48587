import type { Newsletter } from '@slipstream/contract/newsletter'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { useMoveNewsletter, useUnknown } from './newsletter.queries.ts'
import { NewsletterStatus } from './newsletter-status.tsx'

const PER_PAGE = 20

/** The progress in numbers of people. The store deliberately does not track who reads it. */
export const NewsletterProgress = ({ newsletter }: { newsletter: Newsletter }) => {
  const { form, state, counts, problem, startedAt } = newsletter
  const continuesAt = state === 'paused' ? newsletter.scheduledAt : null
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const done = total - counts.waiting - counts.sending
  return (
    <>
      <Card title={form.subject} actions={<NewsletterStatus state={state} />}>
        <div className="flex flex-col gap-4">
          {problem && continuesAt && (
            <Notice tone="info" title={problem}>
              The next e-mails go out <Moment at={continuesAt} />.
            </Notice>
          )}
          {problem && !continuesAt && (
            <Notice tone="warning" title="The newsletter stopped automatically.">
              {problem}
            </Notice>
          )}
          <Progress
            label="Submitted to the mail server"
            value={total === 0 ? (state === 'sending' ? null : 1) : done / total}
            detail={`${countText(done)} of ${countText(total)}`}
          />
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-ui sm:grid-cols-5">
            <Figure name="Submitted" value={counts.accepted} />
            <Figure name="Waiting" value={counts.waiting + counts.sending} />
            <Figure name="No longer eligible" value={counts.skipped} />
            <Figure name="Refused" value={counts.refused} />
            <Figure name="Unknown" value={counts.unknown} />
          </dl>
          {startedAt && (
            <p className="text-small text-muted">
              Started <Moment at={startedAt} />, at most {countText(form.perMinute)} e-mails per minute.
            </p>
          )}
          <Moves newsletter={newsletter} />
        </div>
      </Card>
      {counts.unknown > 0 && <Unknown newsletter={newsletter} />}
    </>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="num text-title">{countText(value)}</dd>
  </div>
)

const Moves = ({ newsletter: { id, state, counts, scheduledAt } }: { newsletter: Newsletter }) => {
  const moving = useMoveNewsletter(id)
  if (state !== 'sending' && state !== 'paused') return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === 'sending' ? (
        <Button variant="outline" isLoading={moving.isPending} onClick={() => moving.mutate('pause')}>
          Pause
        </Button>
      ) : (
        <>
          <Button variant="primary" isLoading={moving.isPending} onClick={() => moving.mutate('resume')}>
            {scheduledAt ? 'Continue now' : 'Resume'}
          </Button>
          {scheduledAt && (
            <Button variant="outline" isLoading={moving.isPending} onClick={() => moving.mutate('pause')}>
              Stay paused
            </Button>
          )}
          <ConfirmDialog
            title="End this newsletter?"
            description={`${plural(counts.waiting, 'person', 'people')} will not get it. You can’t undo this.`}
            confirmLabel="End it"
            failureText={failureText}
            onConfirm={() => moving.mutateAsync('cancel')}
            trigger={<Button variant="ghost">End it</Button>}
          />
        </>
      )}
      {moving.isError && (
        <p role="alert" className="text-small text-destructive">
          {failureText(moving.error)}
        </p>
      )}
    </div>
  )
}

/** Mail delivery is never exactly-once, so only a person may decide to risk duplicates. */
const Unknown = ({ newsletter: { id, state, counts } }: { newsletter: Newsletter }) => {
  const { list, items } = useUnknown(id)
  const moving = useMoveNewsletter(id)
  const mayResend = state === 'done' || state === 'paused'
  return (
    <Card
      title={`${countText(counts.unknown)} unknown`}
      description="The worker stopped while sending these e-mails, so nobody knows whether they arrived."
      actions={
        mayResend && (
          <ConfirmDialog
            title="Send it again to these people?"
            description="Some of them will get it twice."
            confirmLabel="Send again"
            tone="primary"
            failureText={failureText}
            onConfirm={() => moving.mutateAsync('resendUnknown')}
            trigger="Send again"
          />
        )
      }
      isFlush
    >
      <ul aria-label="Recipients with unknown delivery" className="flex flex-col divide-y border-t">
        {items.map(({ userId, username, claimedAt }) => (
          <li key={userId} className="flex flex-wrap justify-between gap-3 px-4 py-2.5 text-ui md:px-5">
            <span className="wrap-anywhere">{username}</span>
            <span className="text-small text-muted">
              <Moment at={claimedAt} />
            </span>
          </li>
        ))}
      </ul>
      <div className="border-t px-4 py-3 md:px-5">
        <LoadMore
          shown={items.length}
          step={PER_PAGE}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
        />
      </div>
    </Card>
  )
}

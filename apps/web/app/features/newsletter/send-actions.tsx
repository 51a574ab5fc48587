import { CalendarClock, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Newsletter, NewsletterForm } from '@slipstream/contract/newsletter'
import { plural } from '#lib/counts.ts'
import { useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { ScheduleDialog } from '#ui/schedule-dialog.tsx'
import {
  useAudienceSize,
  useMoveNewsletter,
  useRemoveNewsletter,
  useSendNewsletter,
  useSendTest,
} from './newsletter.queries.ts'

/** `form` is null while the typed text has problems. */
export const TestButton = ({ form }: { form: NewsletterForm | null }) => {
  const test = useSendTest()
  return (
    <>
      <Button
        variant="outline"
        disabled={form === null}
        isLoading={test.isPending}
        onClick={() => form && test.mutate(form)}
      >
        Send a test to me
      </Button>
      <span role="status" className="text-small text-muted empty:hidden">
        {test.isSuccess && `Sent to ${test.data.to}.`}
        {test.isError && failureText(test.error)}
      </span>
    </>
  )
}

export const SendActions = ({ newsletter }: { newsletter: Newsletter }) => {
  const { id, form, scheduledAt, state } = newsletter
  const sending = useSendNewsletter(id)
  const moving = useMoveNewsletter(id)
  const { data: size } = useAudienceSize(form.audience)
  const [isScheduling, setScheduling] = useState(false)
  const people = size ? plural(size.recipients, 'person', 'people') : 'everybody who asked for it'
  return (
    <>
      <ConfirmDialog
        title={`Send “${form.subject}” now?`}
        description={`It goes to ${people}. You can pause it, but not take back what has been sent.`}
        confirmLabel="Send now"
        tone="primary"
        failureText={failureText}
        onConfirm={() => sending.mutateAsync(null)}
        trigger={
          <Button variant="primary">
            <Send aria-hidden="true" />
            Send now
          </Button>
        }
      />
      <Button variant="outline" onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden="true" />
        Schedule
      </Button>
      {state === 'scheduled' && scheduledAt && (
        <>
          <span className="text-small text-muted">
            Goes out <Moment at={scheduledAt} />.
          </span>
          <Button variant="ghost" isLoading={moving.isPending} onClick={() => moving.mutate('pause')}>
            Cancel schedule
          </Button>
        </>
      )}
      <RemoveButton newsletter={newsletter} />
      <ScheduleDialog
        title={`Send “${form.subject}” later`}
        description={`It goes to everybody who matches the audience then. Now that would be ${people}.`}
        at={scheduledAt}
        open={isScheduling}
        onOpenChange={setScheduling}
        onSchedule={(at) =>
          sending.mutateAsync(at).then(
            () => null,
            (error: unknown) => failureText(error),
          )
        }
      />
    </>
  )
}

const RemoveButton = ({ newsletter: { id, form } }: { newsletter: Newsletter }) => {
  const removal = useRemoveNewsletter(id)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={`Remove “${form.subject}”?`}
      description="It has not been sent to anybody. You can’t undo this."
      confirmLabel="Remove"
      failureText={failureText}
      onConfirm={async () => {
        await removal.mutateAsync()
        await navigate('/admin/communications/newsletter')
      }}
      trigger={
        <Button variant="ghost">
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      }
    />
  )
}

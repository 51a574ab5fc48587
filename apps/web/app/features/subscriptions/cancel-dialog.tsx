import { type CANCEL_FEEDBACK, type MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Moment } from '#ui/moment.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useForm } from '#ui/use-form.ts'
import type { useCancel } from './membership.queries.ts'

type Cancel = ReturnType<typeof useCancel>

interface CancelDialogProps {
  mine: MySubscription
  cancel: Cancel
}

export const CancelDialog = ({ mine, cancel }: CancelDialogProps) => (
  <ConfirmDialog
    title={`Cancel ${mine.planName}?`}
    description={
      mine.state === 'past_due' ? (
        'The renewal failed, so Premium ends now and we stop charging your card.'
      ) : (
        <>
          You keep Premium until {mine.renewsAt ? <Moment at={mine.renewsAt} /> : 'the paid period ends'}. Nothing more
          is charged, and you can change your mind until then.
        </>
      )
    }
    confirmLabel="Cancel subscription"
    cancelLabel="Keep Premium"
    failureText={failureText}
    onConfirm={cancel.mutateAsync}
    trigger={<Button variant="ghost">Cancel subscription</Button>}
  />
)

type Feedback = (typeof CANCEL_FEEDBACK)[number]

const REASONS: Record<Feedback, string> = {
  too_expensive: 'It’s too expensive',
  unused: 'I don’t use it enough',
  missing_features: 'Mods I want are missing',
  low_quality: 'The mods are not good enough',
  switched_service: 'I get my mods elsewhere',
  customer_service: 'Support did not help me',
  too_complex: 'It’s too complicated',
  other: 'Something else',
}
const OPTIONS = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(REASONS).map(([value, label]) => ({ value, label })),
]

/** Optional and asked only after canceling, so that it never gets in the way. */
export const LeaveReason = ({ cancel }: { cancel: Cancel }) => {
  const { form, values, isPending, failure, change } = useForm({
    initial: { feedback: '' },
    body: ({ feedback }) => feedback as Feedback | '',
    send: (feedback) => cancel.mutateAsync(feedback || undefined),
  })
  if (cancel.variables !== undefined && !isPending) {
    return (
      <p role="status" className="mt-6 border-t pt-5 text-ui text-muted">
        Thank you. We read every answer.
      </p>
    )
  }
  return (
    <form {...form} className="mt-6 flex flex-wrap items-end gap-3 border-t pt-5">
      <Field label="Why did you cancel?" isOptional error={failure} className="w-full sm:w-72">
        <NativeSelect
          name="feedback"
          options={OPTIONS}
          value={values.feedback}
          onValueChange={(feedback) => change({ feedback })}
        />
      </Field>
      <Button type="submit" variant="outline" disabled={values.feedback === ''} isLoading={isPending}>
        Send answer
      </Button>
    </form>
  )
}

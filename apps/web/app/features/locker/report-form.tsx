import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { LockerItem } from '@slipstream/contract/locker'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { reportRules, useReport } from './locker.queries.ts'

interface ReportFormProps {
  item: LockerItem
  gameVersion: string
  onDone: () => void
}

type Report = NonNullable<LockerItem['ownReport']>

/** `report` is replaced by the button that is pressed. */
const EMPTY: { report: Report; note: string } = { report: 'works', note: '' }

/** Reports to the creator whether a release works with the current game version. */
export const ReportForm = ({ item, gameVersion, onDone }: ReportFormProps) => {
  const { mutateAsync } = useReport(item.modId)
  const { form, text, values, isPending, problems, failure } = useForm({
    initial: EMPTY,
    schema: reportRules,
    body: (typed) => typed,
    send: mutateAsync,
    onDone: () => {
      toast({ title: 'Thank you', description: 'The creator will see your report.', tone: 'success' })
      onDone()
    },
  })
  const button = (report: Report) => ({
    type: 'submit' as const,
    name: 'report',
    value: report,
    variant: 'outline' as const,
    className: 'max-md:flex-1',
    isLoading: isPending && values.report === report,
    disabled: isPending && values.report !== report,
  })
  return (
    <form {...form}>
      <p className="text-ui text-muted">
        Release {item.release?.version} with game {gameVersion}. The creator reads these reports and fixes what is
        broken.
        {item.ownReport && ` You last reported that it ${item.ownReport === 'works' ? 'works' : 'is broken'}.`}
      </p>
      <Field label="What’s wrong?" isOptional error={problems.note} className="mt-4">
        <Textarea rows={3} {...text('note')} />
      </Field>
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="mt-3 text-small text-destructive">
          {failure}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button {...button('works')}>
          <ThumbsUp aria-hidden="true" />
          It works
        </Button>
        <Button {...button('broken')}>
          <ThumbsDown aria-hidden="true" />
          It is broken
        </Button>
      </div>
    </form>
  )
}

import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { LockerItem } from '@slipstream/contract/locker'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useReport } from './locker.queries.ts'

interface ReportFormProps {
  item: LockerItem
  gameVersion: string
  onDone: () => void
}

/** Reports to the creator whether a release works with the current game version. */
export const ReportForm = ({ item, gameVersion, onDone }: ReportFormProps) => {
  const [note, setNote] = useState('')
  const report = useReport(item.modId)
  const said = report.variables?.report
  const say = (word: 'works' | 'broken') =>
    report.mutate(
      { report: word, note },
      {
        onSuccess: () => {
          toast({ title: 'Thank you', description: 'The creator will see your report.', tone: 'success' })
          onDone()
        },
      },
    )
  return (
    <div>
      <p className="text-ui text-muted">
        Release {item.release?.version} with game {gameVersion}. The creator reads these reports and fixes what is
        broken.
        {item.ownReport && ` You last reported that it ${item.ownReport === 'works' ? 'works' : 'is broken'}.`}
      </p>
      <Field label="What’s wrong?" isOptional className="mt-4">
        <Textarea maxLength={500} rows={3} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
      {report.error && (
        <p role="alert" className="mt-3 text-small text-destructive">
          {failureText(report.error)}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          variant="outline"
          className="max-md:h-11 max-md:flex-1"
          isLoading={report.isPending && said === 'works'}
          disabled={report.isPending && said !== 'works'}
          onClick={() => say('works')}
        >
          <ThumbsUp aria-hidden="true" />
          It works
        </Button>
        <Button
          variant="outline"
          className="max-md:h-11 max-md:flex-1"
          isLoading={report.isPending && said === 'broken'}
          disabled={report.isPending && said !== 'broken'}
          onClick={() => say('broken')}
        >
          <ThumbsDown aria-hidden="true" />
          It is broken
        </Button>
      </div>
    </div>
  )
}

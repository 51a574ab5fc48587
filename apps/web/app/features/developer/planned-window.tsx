import { useState } from 'react'
import type { MaintenanceWindow } from '@slipstream/contract/maintenance'
import { Button } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { useForm } from '#ui/use-form.ts'
import { useCancelWindow, useKnownStatus, usePlanWindow, windowRules } from './developer.queries.ts'

/** Plans a maintenance window, or shows the planned one with a button to cancel it. */
export const PlannedWindow = () => {
  const { planned } = useKnownStatus().data ?? {}
  const [isPlanning, setPlanning] = useState(false)
  if (planned) return <Planned planned={planned} />
  return (
    <div className="mt-4 border-t pt-4">
      {isPlanning ? (
        <WindowForm onDone={() => setPlanning(false)} />
      ) : (
        <Button variant="outline" size="sm" onClick={() => setPlanning(true)}>
          Plan a window
        </Button>
      )}
    </div>
  )
}

const Planned = ({ planned: { from, to, message } }: { planned: MaintenanceWindow }) => {
  const cancel = useCancelWindow()
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-ui">
      <p>
        Planned for <Moment at={from} /> to <Moment at={to} />.{' '}
        {message && <span className="text-muted">“{message}”</span>}
      </p>
      <Button variant="outline" size="sm" isLoading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel window
      </Button>
      {cancel.error && <p role="alert">The window was not canceled. Try again.</p>}
    </div>
  )
}

interface Typed {
  from: string | null
  to: string | null
  message: string
}

const WindowForm = ({ onDone }: { onDone: () => void }) => {
  const plan = usePlanWindow()
  const { form, values, change, text, problems, failure, isPending } = useForm<Typed, object, unknown>({
    initial: { from: null, to: null, message: '' },
    schema: windowRules,
    body: ({ from, to, message }) => ({ from: from ?? '', to: to ?? '', message }),
    words: { from: 'Choose when it begins.', to: 'Choose an end after the beginning.' },
    send: (body) => plan.mutateAsync(body as MaintenanceWindow),
    onDone,
  })
  return (
    <form {...form} aria-label="Planned window" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField label="From" value={values.from} onChange={(from) => change({ from })} error={problems.from} />
        <DateTimeField label="To" value={values.to} onChange={(to) => change({ to })} error={problems.to} />
      </div>
      <Field
        label="Message"
        isOptional
        hint="Visitors see this message and the times, starting a day ahead."
        error={problems.message}
      >
        <Input {...text('message')} />
      </Field>
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="text-ui text-destructive">
          {failure}
        </p>
      )}
      <Button type="submit" variant="outline" isLoading={isPending} className="w-fit">
        Plan window
      </Button>
    </form>
  )
}

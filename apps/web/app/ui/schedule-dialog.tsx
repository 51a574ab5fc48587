import { type ReactNode, useState } from 'react'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useForm } from '#ui/use-form.ts'

interface ScheduleDialogProps {
  /** What is scheduled: "Publish Senko D-Spec later". */
  title: string
  description: ReactNode
  /** The time that is already set. */
  at: string | null
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Returns the reason why it failed, or null. */
  onSchedule: (at: string) => Promise<string | null>
}

/** Asks for a time in the future. Stays open until the server accepts it. */
export const ScheduleDialog = ({ title, description, open, onOpenChange, ...rest }: ScheduleDialogProps) => (
  <Dialog title={title} description={description} open={open} onOpenChange={onOpenChange}>
    {/* Remounted on each opening, so it starts fresh. */}
    <Moment {...rest} onDone={() => onOpenChange(false)} />
  </Dialog>
)

type MomentProps = Pick<ScheduleDialogProps, 'at' | 'onSchedule'> & { onDone: () => void }

const Moment = ({ at, onSchedule, onDone }: MomentProps) => {
  const [opened] = useState(() => new Date().toISOString())
  const form = useForm({
    initial: { at },
    body: ({ at: chosen }) => chosen ?? '',
    check: problemOf,
    onlyField: 'at',
    send: async (chosen) => {
      const obstacle = await onSchedule(chosen)
      if (obstacle !== null) throw new Error(obstacle)
    },
    explain: (error) => (error instanceof Error ? error.message : null),
    onDone,
  })

  return (
    <DialogForm action="Schedule" form={form}>
      <DateTimeField
        label="When"
        value={form.values.at}
        onChange={(chosen) => form.change({ at: chosen })}
        min={opened}
        error={form.problems.at}
      />
    </DialogForm>
  )
}

const problemOf = ({ at }: { at: string | null }): { at?: string } => {
  if (at === null) return { at: 'Choose a day and a time.' }
  return Date.parse(at) <= Date.now() ? { at: 'This time has already passed. Choose a later one.' } : {}
}

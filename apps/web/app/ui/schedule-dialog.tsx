import { type ReactNode, useState } from 'react'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'

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
  const [moment, setMoment] = useState(at)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [opened] = useState(() => new Date().toISOString())

  const schedule = async () => {
    if (moment === null) return setError('Choose a day and a time.')
    if (Date.parse(moment) <= Date.now()) return setError('This time has already passed. Choose a later one.')
    setBusy(true)
    const obstacle = await onSchedule(moment)
    setBusy(false)
    setError(obstacle)
    if (obstacle === null) onDone()
  }

  return (
    <DialogForm action="Schedule" isBusy={isBusy} onSend={() => void schedule()}>
      <DateTimeField label="When" value={moment} onChange={setMoment} min={opened} error={error} />
    </DialogForm>
  )
}

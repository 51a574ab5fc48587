import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface DialogFormProps {
  /** The label of the submit button. */
  action: ReactNode
  tone?: 'primary' | 'destructive'
  isBusy: boolean
  /** An error that belongs to no field. */
  failure?: string | null | undefined
  onSend: () => void
  children: ReactNode
}

/** A form in a dialog: its fields and one submit button. It is not submitted twice. */
export const DialogForm = ({ action, tone = 'primary', isBusy, failure, onSend, children }: DialogFormProps) => (
  <form
    noValidate
    className="flex flex-col gap-5"
    onSubmit={(event) => {
      event.preventDefault()
      if (!isBusy) onSend()
    }}
  >
    {failure && <Notice tone="destructive" title={failure} />}
    {children}
    {/* Stays visible when the form is longer than the screen. */}
    <div className="sticky -bottom-5 -mt-2 -mb-5 flex justify-end bg-popover pt-3 pb-5 md:-bottom-6 md:-mb-6 md:pb-6">
      <Button type="submit" variant={tone} isLoading={isBusy}>
        {action}
      </Button>
    </div>
  </form>
)

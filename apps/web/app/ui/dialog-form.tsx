import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { DialogClose } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

interface DialogFormProps {
  /** The label of the submit button. */
  action: ReactNode
  tone?: 'primary' | 'destructive'
  /** What `useForm` returned. */
  form: { form: ComponentProps<'form'>; isPending: boolean; failure: string | null }
  children: ReactNode
}

/** A form in a dialog: its fields, Cancel and one submit button. */
export const DialogForm = ({ action, tone = 'primary', form, children }: DialogFormProps) => (
  <form {...form.form} className="flex flex-col gap-5">
    {form.failure && <Notice tone="destructive" title={form.failure} />}
    {children}
    {/* Stays visible when the form is longer than the screen. */}
    <div className="sticky -bottom-5 -mt-2 -mb-5 flex justify-end gap-2 bg-popover pt-3 pb-5 md:-bottom-6 md:-mb-6 md:pb-6">
      <DialogClose>
        <Button variant="outline">Cancel</Button>
      </DialogClose>
      <Button type="submit" variant={tone} isLoading={form.isPending}>
        {action}
      </Button>
    </div>
  </form>
)

import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'

/** Handles the failure of an action that has no place of its own on the page. */
export const toastFailure = (title: string) => (error: unknown) => {
  toast({ title, description: failureText(error), tone: 'destructive' })
}

import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'

/** Shows the failure of an action that has no place for its error on the page. */
export const toastFailure = (title: string) => (error: unknown) => {
  toast({ title, description: failureText(error), tone: 'destructive' })
}

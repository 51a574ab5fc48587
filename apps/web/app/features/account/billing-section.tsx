import type { Account } from '@slipstream/contract/account'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { AccountSection } from './account-section.tsx'
import { billingRules, useChangeBilling } from './account.queries.ts'
import { Outcome } from './outcome.tsx'

/** The buyer's details on invoices. All are optional: without a name, an invoice shows the username. */
export const BillingSection = ({ account: { billing } }: { account: Account }) => {
  const save = useChangeBilling()
  const { form, text, isPending, problems, failure } = useForm({
    initial: billing,
    schema: billingRules,
    body: (typed) => typed,
    send: save.mutateAsync,
  })
  return (
    <AccountSection
      id="billing"
      description="For invoices of your next orders. Invoices that were already issued stay as they are."
    >
      <form {...form} aria-label="Billing details" className="flex flex-col gap-4">
        <Field label="Company or full name" isOptional error={problems.name}>
          <Input {...text('name')} autoComplete="organization" />
        </Field>
        <Field label="Address" isOptional error={problems.address}>
          <Textarea {...text('address')} rows={3} autoComplete="street-address" />
        </Field>
        <Field
          label="Tax number"
          isOptional
          hint="Such as a VAT ID. It is printed as you enter it."
          error={problems.taxId}
        >
          <Input {...text('taxId')} autoComplete="off" />
        </Field>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" isLoading={isPending}>
            Save billing details
          </Button>
          <Outcome
            act={{ isSuccess: save.isSuccess, error: failure === null ? null : new Error(failure) }}
            done="Saved."
            failure={failure}
          />
        </div>
      </form>
    </AccountSection>
  )
}

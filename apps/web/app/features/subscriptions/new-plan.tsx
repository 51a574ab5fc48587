import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormRow, FormSection } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { dollarsIn, wholeIn } from './plan-terms.ts'
import { planRules, useCreatePlan } from './subscriptions.queries.ts'

const EMPTY = {
  name: '',
  description: '',
  price: '0.00',
  interval: 'month',
  sortOrder: '0',
  isActive: true,
  isFeatured: false,
}

export const NewPlan = () => {
  const { mutateAsync } = useCreatePlan()
  const { form, text, values, isPending, problems, failure, change, reset } = useForm({
    initial: EMPTY,
    schema: planRules,
    // Spec: an invalid price or sort order becomes 0.
    body: (typed) => ({
      ...typed,
      price: dollarsIn(typed.price.trim()) ?? 0,
      sortOrder: wholeIn(typed.sortOrder.trim()) ?? 0,
    }),
    send: mutateAsync,
    onDone: ({ name }) => {
      reset()
      toast({ title: 'Plan created', description: `${name} is in the list.` })
    },
  })
  const isNamed = values.name.trim() !== ''

  return (
    <form {...form} aria-label="New plan">
      <FormSection title="New plan">
        <FormRow>
          <Field label="Name" error={problems.name}>
            <Input {...text('name')} />
          </Field>
          <Field label="Description" isOptional error={problems.description}>
            <Input {...text('description')} />
          </Field>
        </FormRow>
        <FormRow>
          <Field label="Price" hint="In US dollars. Stripe’s minimum is $0.50." error={problems.price}>
            <Input {...text('price')} inputMode="decimal" icon="$" className="num" />
          </Field>
          <Field label="Interval" hint="day, week, month or year" error={problems.interval}>
            <Input {...text('interval')} />
          </Field>
        </FormRow>
        <FormRow>
          <Field label="Sort order" hint="Plans with a lower number come first." error={problems.sortOrder}>
            <Input {...text('sortOrder')} inputMode="numeric" className="num" />
          </Field>
          <div className="flex flex-wrap gap-6 @md:pt-8">
            <Switch label="Active" checked={values.isActive} onCheckedChange={(isActive) => change({ isActive })} />
            <Switch
              label="Featured"
              checked={values.isFeatured}
              onCheckedChange={(isFeatured) => change({ isFeatured })}
            />
          </div>
        </FormRow>
        {failure !== null && (
          <p role="alert" tabIndex={-1} className="text-ui text-destructive">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={!isNamed || isPending}>
            {isPending ? 'Creating…' : 'Create plan'}
          </Button>
          {!isNamed && <p className="text-small text-muted">Give it a name first.</p>}
        </div>
      </FormSection>
    </form>
  )
}

import { type FormEvent, type ReactNode, useState } from 'react'
import type { Coupon } from '@slipstream/contract/coupons'
import type { Guard } from '#lib/guard.ts'
import { ApiError } from '#lib/request.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { FormRow } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { EMPTY, newCouponOf, type Problems, problemsOf, termsOf, type TypedCoupon, typedFrom } from './coupon-form.ts'
import { discountText } from './coupon-words.ts'
import { useChangeCoupon, useCreateCoupon } from './coupons.queries.ts'

interface CouponDialogProps {
  /** Without one, a new coupon is created. */
  coupon?: Coupon
  guard: Guard
  trigger: ReactNode
}

export const CouponDialog = ({ coupon, guard, trigger }: CouponDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={coupon ? `Edit ${coupon.code}` : 'New coupon'}
      description={coupon && `Takes ${discountText(coupon)} off. The discount can’t be changed after creation.`}
      size="md"
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {/* Remounted on each opening, so it starts fresh. */}
      <CouponForm coupon={coupon} guard={guard} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

/** Error codes that belong to a field. */
const FIELD_OF: Readonly<Record<string, keyof TypedCoupon>> = {
  'coupon.code_taken': 'code',
  'coupon.below_used': 'maxUses',
}

const refusalOf = (error: Error | null): Problems => {
  const field = error instanceof ApiError && error.code !== undefined ? FIELD_OF[error.code] : undefined
  return field ? { [field]: failureText(error) } : {}
}

interface CouponFormProps {
  coupon: Coupon | undefined
  guard: Guard
  onSaved: () => void
}

const CouponForm = ({ coupon, guard, onSaved }: CouponFormProps) => {
  const creating = useCreateCoupon(guard)
  const changing = useChangeCoupon(guard)
  const saving = coupon ? changing : creating
  const [typed, setTyped] = useState(coupon ? typedFrom(coupon) : EMPTY)
  const [found, setFound] = useState<Problems>({})
  const refused = refusalOf(saving.error)
  const problems = { ...refused, ...found }

  const change = (words: Partial<TypedCoupon>) => {
    setTyped((before) => ({ ...before, ...words }))
    setFound({})
    if (saving.isError) saving.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const wrong = problemsOf(typed)
    setFound(wrong)
    if (Object.keys(wrong).length > 0) return
    // The proof was declined, so nothing was saved.
    const then = { onSuccess: (saved: Coupon | null) => saved && onSaved() }
    if (coupon) changing.mutate({ id: coupon.id, ...termsOf(typed) }, then)
    else creating.mutate(newCouponOf(typed), then)
  }

  return (
    <DialogForm
      action={coupon ? 'Save' : 'Create coupon'}
      form={{
        form: { noValidate: true, onSubmit: submit },
        isPending: saving.isPending,
        failure: saving.isError && Object.keys(refused).length === 0 ? failureText(saving.error) : null,
      }}
    >
      <div className="@container flex flex-col gap-5">
        {!coupon && <DiscountFields typed={typed} problems={problems} onChange={change} />}
        <FormRow>
          <DateTimeField
            label="Starts"
            hint="Leave empty to start now."
            isOptional
            value={typed.startsAt}
            onChange={(startsAt) => change({ startsAt })}
          />
          <DateTimeField
            label="Ends"
            hint="Leave empty to run until you turn it off."
            isOptional
            value={typed.endsAt}
            error={problems.endsAt}
            onChange={(endsAt) => change({ endsAt })}
          />
        </FormRow>
        <FormRow>
          <Field
            label="Total uses"
            hint={coupon ? `Leave empty for no limit. Used ${coupon.used} times.` : 'Leave empty for no limit.'}
            isOptional
            error={problems.maxUses}
          >
            <NumberInput value={typed.maxUses} onChange={(maxUses) => change({ maxUses })} />
          </Field>
          <Field label="Uses per customer" hint="Leave empty for no limit." isOptional error={problems.perUserLimit}>
            <NumberInput value={typed.perUserLimit} onChange={(perUserLimit) => change({ perUserLimit })} />
          </Field>
        </FormRow>
        <Field label="Note" hint="Internal note, for example what it is for." isOptional>
          <Input maxLength={200} value={typed.note} onChange={(event) => change({ note: event.currentTarget.value })} />
        </Field>
      </div>
    </DialogForm>
  )
}

interface DiscountFieldsProps {
  typed: TypedCoupon
  problems: Problems
  onChange: (words: Partial<TypedCoupon>) => void
}

const KINDS = [
  { value: 'percent', label: 'Percent of the total' },
  { value: 'amount', label: 'Dollars' },
]

const DiscountFields = ({ typed, problems, onChange }: DiscountFieldsProps) => (
  <>
    <Field label="Code" hint="What customers type. Upper and lower case don’t matter." error={problems.code}>
      <Input
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        className="[&_input]:uppercase"
        value={typed.code}
        onChange={(event) => onChange({ code: event.currentTarget.value })}
      />
    </Field>
    <FormRow>
      <Field label="Discount">
        <NativeSelect
          options={KINDS}
          value={typed.kind}
          onValueChange={(kind) => onChange({ kind: kind === 'amount' ? 'amount' : 'percent' })}
        />
      </Field>
      <Field label={typed.kind === 'percent' ? 'Percent' : 'Dollars'} error={problems.value}>
        <NumberInput value={typed.value} onChange={(value) => onChange({ value })} />
      </Field>
    </FormRow>
  </>
)

const NumberInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Input
    inputMode="decimal"
    autoComplete="off"
    className="num"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

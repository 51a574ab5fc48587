import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Coupon } from '@slipstream/contract/coupons'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { FormRow } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useForm } from '#ui/use-form.ts'
import { EMPTY, newCouponOf, orderOfTimes, termsOf, type TypedCoupon, typedFrom, wordsFor } from './coupon-form.ts'
import { discountText } from './coupon-words.ts'
import { type CouponBody, couponRules, useSaveCoupon } from './coupons.queries.ts'

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

interface CouponFormProps {
  coupon: Coupon | undefined
  guard: Guard
  onSaved: () => void
}

const CouponForm = ({ coupon, guard, onSaved }: CouponFormProps) => {
  const { mutateAsync } = useSaveCoupon(guard, coupon?.id)
  const form = useForm<TypedCoupon, CouponBody, Coupon | null>({
    initial: coupon ? typedFrom(coupon) : EMPTY,
    schema: couponRules(coupon ? 'change' : 'create'),
    body: coupon ? termsOf : newCouponOf,
    partOf: { discount: 'value' },
    words: wordsFor,
    check: orderOfTimes,
    fieldOf: { 'coupon.code_taken': 'code', 'coupon.below_used': 'maxUses' },
    send: mutateAsync,
    // No response means that the proof was declined and nothing was saved.
    onDone: (saved) => saved && onSaved(),
  })
  const { values, problems, change, text } = form

  return (
    <DialogForm action={coupon ? 'Save' : 'Create coupon'} form={form}>
      <div className="@container flex flex-col gap-5">
        {!coupon && <DiscountFields form={form} />}
        <FormRow>
          <DateTimeField
            label="Starts"
            hint="Leave empty to start now."
            isOptional
            error={problems.startsAt}
            value={values.startsAt}
            onChange={(startsAt) => change({ startsAt })}
          />
          <DateTimeField
            label="Ends"
            hint="Leave empty to run until you turn it off."
            isOptional
            value={values.endsAt}
            error={problems.endsAt}
            onChange={(endsAt) => change({ endsAt })}
          />
        </FormRow>
        <FormRow>
          <Field
            label="Total uses"
            hint={
              coupon ? `Leave empty for no limit. Used ${plural(coupon.used, 'time')}.` : 'Leave empty for no limit.'
            }
            isOptional
            error={problems.maxUses}
          >
            <NumberInput {...text('maxUses')} />
          </Field>
          <Field label="Uses per customer" hint="Leave empty for no limit." isOptional error={problems.perUserLimit}>
            <NumberInput {...text('perUserLimit')} />
          </Field>
        </FormRow>
        <Field label="Note" hint="Internal note, for example what it is for." isOptional error={problems.note}>
          <Input {...text('note')} />
        </Field>
      </div>
    </DialogForm>
  )
}

const KINDS = [
  { value: 'percent', label: 'Percent of the total' },
  { value: 'amount', label: 'Dollars' },
]

type Form = ReturnType<typeof useForm<TypedCoupon, CouponBody, Coupon | null>>

const DiscountFields = ({ form: { values, problems, change, text } }: { form: Form }) => (
  <>
    <Field label="Code" hint="What customers type. Upper and lower case don’t matter." error={problems.code}>
      <Input
        {...text('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:uppercase"
      />
    </Field>
    <FormRow>
      <Field label="Discount">
        <NativeSelect
          options={KINDS}
          value={values.kind}
          onValueChange={(kind) => change({ kind: kind === 'amount' ? 'amount' : 'percent' })}
        />
      </Field>
      <Field label={values.kind === 'percent' ? 'Percent' : 'Dollars'} error={problems.value}>
        <NumberInput {...text('value')} />
      </Field>
    </FormRow>
  </>
)

const NumberInput = (props: ComponentProps<typeof Input>) => (
  <Input inputMode="decimal" autoComplete="off" className="num" {...props} />
)

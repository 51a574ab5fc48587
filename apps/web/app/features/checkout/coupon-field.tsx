import { TicketPercent } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { quoteRules, type ReadQuote } from './checkout.queries.ts'

interface CouponFieldProps {
  quote: ReadQuote
  /** The last code entered, valid or not. */
  coupon: string
  isPricing: boolean
  onCoupon: (code: string) => void
}

export const CouponField = ({ quote, coupon, isPricing, onCoupon }: CouponFieldProps) => {
  const { form, text, values, problems, change } = useForm({
    initial: { coupon },
    schema: quoteRules,
    body: (typed) => ({ coupon: typed.coupon.trim() }),
    send: async (wanted) => onCoupon(wanted.coupon),
  })
  const problem = isPricing ? null : (problems.coupon ?? quote.couponProblemText)
  useEffect(() => {
    // The field may be hidden behind the bar at the bottom of a phone.
    if (problem) form.ref.current?.scrollIntoView({ block: 'nearest' })
  }, [problem, form.ref])

  if (quote.coupon) {
    return (
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-ui">
        <p role="status" className="flex items-center gap-2.5">
          <TicketPercent className="size-[18px] shrink-0 text-success" aria-hidden="true" />
          <span>
            <span className="font-medium">{quote.coupon.code}</span>{' '}
            <span className="text-muted">takes {quote.coupon.label.replace(/ off$/, '')} off.</span>
          </span>
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-3.5"
          onClick={() => {
            change({ coupon: '' })
            onCoupon('')
          }}
        >
          Remove coupon
        </Button>
      </div>
    )
  }
  return (
    <form {...form} className="scroll-mb-36">
      <Field label="Coupon code" isOptional error={problem}>
        <div className="flex gap-2">
          <Input
            {...text('coupon')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="outline" disabled={values.coupon.trim() === ''} isLoading={isPricing}>
            Apply
          </Button>
        </div>
      </Field>
    </form>
  )
}

import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { ReadQuote } from './checkout.queries.ts'

interface CouponFieldProps {
  quote: ReadQuote
  isPricing: boolean
  onCoupon: (code: string) => void
}

export const CouponField = ({ quote, isPricing, onCoupon }: CouponFieldProps) => {
  const [typed, setTyped] = useState('')

  const use = (event: FormEvent) => {
    event.preventDefault()
    onCoupon(typed.trim())
  }

  if (quote.coupon) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-ui">
        <p role="status">
          <span className="font-medium">{quote.coupon.code}</span>{' '}
          <span className="text-muted">takes {quote.coupon.label.replace(/ off$/, '')} off.</span>
        </p>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setTyped('')
            onCoupon('')
          }}
        >
          Remove coupon
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={use} className="flex items-end gap-3">
      <Field label="Coupon code" isOptional error={quote.couponProblemText} className="flex-1">
        <Input
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="outline" disabled={typed.trim() === ''} isLoading={isPricing}>
        Apply
      </Button>
    </form>
  )
}

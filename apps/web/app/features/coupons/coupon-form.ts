import type { Coupon, NewCoupon } from '@slipstream/contract/coupons'

/** The form values of a coupon. */
export interface TypedCoupon {
  code: string
  kind: Coupon['kind']
  value: string
  startsAt: string | null
  endsAt: string | null
  maxUses: string
  perUserLimit: string
  note: string
}

export const EMPTY: TypedCoupon = {
  code: '',
  kind: 'percent',
  value: '',
  startsAt: null,
  endsAt: null,
  maxUses: '',
  perUserLimit: '1',
  note: '',
}

export const typedFrom = (coupon: Coupon): TypedCoupon => ({
  code: coupon.code,
  kind: coupon.kind,
  value: String(coupon.percent ?? (coupon.amountCents ?? 0) / 100),
  startsAt: coupon.startsAt,
  endsAt: coupon.endsAt,
  maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  perUserLimit: coupon.perUserLimit === null ? '' : String(coupon.perUserLimit),
  note: coupon.note,
})

export type Problems = Partial<Record<keyof TypedCoupon, string>>

const MOST_USES = 1_000_000
const MOST_CENTS = 10_000_000

/** Client-side errors, shown at the fields. */
export const problemsOf = (typed: TypedCoupon): Problems => ({
  ...(!/^[A-Z0-9][A-Z0-9_-]{2,31}$/.test(codeOf(typed)) && {
    code: '3 to 32 letters, digits, dashes or underscores.',
  }),
  ...valueProblem(typed),
  ...(typed.startsAt &&
    typed.endsAt &&
    typed.endsAt <= typed.startsAt && { endsAt: 'The end must be after the start.' }),
  ...(!isLimit(typed.maxUses) && { maxUses: 'Enter a whole number, or leave it empty.' }),
  ...(!isLimit(typed.perUserLimit) && { perUserLimit: 'Enter a whole number, or leave it empty.' }),
})

const valueProblem = ({ kind, value }: TypedCoupon): Problems => {
  if (kind === 'percent') {
    const percent = Number(value)
    return /^\d{1,3}$/.test(value.trim()) && percent >= 1 && percent <= 100
      ? {}
      : { value: 'Enter a whole number from 1 to 100.' }
  }
  const amount = centsIn(value)
  return amount !== null && amount >= 1 && amount <= MOST_CENTS ? {} : { value: 'Enter dollars, like 5 or 4.50.' }
}

const isLimit = (text: string) => {
  const limit = limitIn(text)
  return limit === null ? text.trim() === '' : limit >= 1 && limit <= MOST_USES
}

const limitIn = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null)

/** Parsed as text: `4.35 * 100` is not 435. */
const centsIn = (text: string) => {
  const [, dollars, rest = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'))
}

const codeOf = ({ code }: TypedCoupon) => code.trim().toUpperCase()

export const termsOf = ({ startsAt, endsAt, maxUses, perUserLimit, note }: TypedCoupon) => ({
  startsAt,
  endsAt,
  maxUses: limitIn(maxUses),
  perUserLimit: limitIn(perUserLimit),
  note: note.trim(),
})

/** For valid values only. */
export const newCouponOf = (typed: TypedCoupon): NewCoupon => ({
  ...termsOf(typed),
  code: codeOf(typed),
  discount:
    typed.kind === 'percent'
      ? { kind: 'percent', percent: Number(typed.value) }
      : { kind: 'amount', amountCents: centsIn(typed.value) ?? 0 },
  isActive: true,
})

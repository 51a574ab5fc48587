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

/** Error texts that fit the form, which takes dollars where the request has cents. */
export const wordsFor = ({ kind }: TypedCoupon) => ({
  value: kind === 'percent' ? 'Enter a whole number from 1 to 100.' : 'Enter dollars, like 5 or 4.50.',
  maxUses: 'Enter a whole number, or leave it empty.',
  perUserLimit: 'Enter a whole number, or leave it empty.',
})

export const orderOfTimes = ({ startsAt, endsAt }: TypedCoupon): { endsAt?: string } =>
  startsAt && endsAt && endsAt <= startsAt ? { endsAt: 'The end must be after the start.' } : {}

/** Null for an empty field. Anything but a whole number becomes NaN, which the schema rejects. */
const limitIn = (text: string) => (text.trim() === '' ? null : wholeIn(text))

const wholeIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Parsed as text: `4.35 * 100` is not 435. */
const centsIn = (text: string) => {
  const [, dollars, rest = ''] = /^\$?(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? Number.NaN : Number(dollars) * 100 + Number(rest.padEnd(2, '0'))
}

const codeOf = ({ code }: TypedCoupon) => code.trim().toUpperCase()

export const termsOf = ({ startsAt, endsAt, maxUses, perUserLimit, note }: TypedCoupon) => ({
  startsAt,
  endsAt,
  maxUses: limitIn(maxUses),
  perUserLimit: limitIn(perUserLimit),
  note: note.trim(),
})

export const newCouponOf = (typed: TypedCoupon): NewCoupon => ({
  ...termsOf(typed),
  code: codeOf(typed),
  discount:
    typed.kind === 'percent'
      ? { kind: 'percent', percent: wholeIn(typed.value) }
      : { kind: 'amount', amountCents: centsIn(typed.value) },
  isActive: true,
})

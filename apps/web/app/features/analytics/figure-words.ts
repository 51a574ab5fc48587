import type { Sales } from '@slipstream/contract/analytics'
import { cents, formatUsd } from '@slipstream/contract/money'
import { dateText } from '#lib/dates.ts'

/** `$1,250.00`. Amounts on a chart may contain fractions of a cent. */
export const usd = (value: number) => formatUsd(cents(Math.round(value)))

/** `$200` on an axis. */
export const usdTick = (value: number) => usd(value).replace(/\.00$/, '')

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
export const percentWords = (share: number) => percent.format(share)

/** Null without orders, because the rate is undefined then. */
export const refundRate = ({ refunds, orders }: Pick<Sales, 'refunds' | 'orders'>) =>
  orders === 0 ? null : refunds / orders

/** A calendar day has no time zone. */
export const dayWords = (day: string) => dateText('weekday', day, 'UTC')
export const shortDayWords = (day: string) => dateText('shortDay', day, 'UTC')

const countries = new Intl.DisplayNames('en', { type: 'region' })
/** `DE` as Germany. */
export const countryWords = (code: string) => countries.of(code) ?? code

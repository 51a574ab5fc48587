import type { Sales } from '@slipstream/contract/analytics'
import { cents, formatUsd } from '@slipstream/contract/money'

const THOUSANDS = /\B(?=(\d{3})+\.)/g
/** `$1,250.00`. An amount of a chart may be between two cents. */
export const usd = (value: number) => formatUsd(cents(Math.round(value))).replace(THOUSANDS, ',')

/** `$200` on an axis. */
export const usdTick = (value: number) => usd(value).replace(/\.00$/, '')

const whole = new Intl.NumberFormat('en-US')
export const countWords = (value: number) => whole.format(value)

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
export const percentWords = (share: number) => percent.format(share)

/** Null without orders: a share of nothing says nothing. */
export const refundRate = ({ refunds, orders }: Pick<Sales, 'refunds' | 'orders'>) =>
  orders === 0 ? null : refunds / orders

/** `1 order`, `2 orders`. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${countWords(count)} ${count === 1 ? one : many}`

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `Sat 24 Oct`. A calendar day has no time zone. */
export const dayWords = (day: string) => weekday.format(new Date(`${day}T00:00:00Z`)).replace(',', '')
/** `24 Oct` */
export const shortDayWords = (day: string) => date.format(new Date(`${day}T00:00:00Z`))

const countries = new Intl.DisplayNames('en', { type: 'region' })
/** `DE` as Germany. */
export const countryWords = (code: string) => countries.of(code) ?? code

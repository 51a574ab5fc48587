import type { NewsletterForm } from '@slipstream/contract/newsletter'
import { SENDING_RATES } from '@slipstream/contract/newsletter-limits'

/** The form values as they are typed. */
export interface Typed {
  subject: string
  preview: string
  heading: string
  body: string
  buttonLabel: string
  buttonPath: string
  owns: number[]
  wishes: number[]
  seenWithinDays: string
  awayForDays: string
  perMinute: string
  warmUp: boolean
}

export const typedOf = ({ button, audience, perMinute, warmUp = false, ...words }: NewsletterForm): Typed => ({
  ...words,
  buttonLabel: button?.label ?? '',
  buttonPath: button?.path ?? '',
  owns: audience.owns,
  wishes: audience.wishes,
  seenWithinDays: audience.seenWithinDays?.toString() ?? '',
  awayForDays: audience.awayForDays?.toString() ?? '',
  perMinute: String(perMinute),
  warmUp,
})

const daysOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export const audienceOf = ({ owns, wishes, seenWithinDays, awayForDays }: Typed) => ({
  owns,
  wishes,
  seenWithinDays: daysOf(seenWithinDays),
  awayForDays: daysOf(awayForDays),
})

export const formOf = (typed: Typed): NewsletterForm => ({
  subject: typed.subject.trim(),
  preview: typed.preview.trim(),
  heading: typed.heading.trim(),
  body: typed.body.trim(),
  button: typed.buttonLabel.trim() === '' ? null : { label: typed.buttonLabel.trim(), path: typed.buttonPath.trim() },
  audience: audienceOf(typed),
  perMinute: Number(typed.perMinute),
  warmUp: typed.warmUp,
})

const isDays = (typed: string) => typed.trim() === '' || /^[1-9]\d{0,3}$/.test(typed.trim())

type Problems = Partial<Record<keyof Typed, string>>

const buttonProblems = ({ buttonLabel, buttonPath }: Typed): Problems => {
  const hasLabel = buttonLabel.trim() !== ''
  const isPage = /^\/(?![/\\])\S*$/.test(buttonPath.trim())
  if (hasLabel) return isPage ? {} : { buttonPath: 'Enter a page of this store, like /mods/12.' }
  return buttonPath.trim() === '' ? {} : { buttonLabel: 'Enter the words on the button.' }
}

const rateProblems = ({ perMinute }: Typed): Problems => {
  const rate = Number(perMinute)
  const isRate = Number.isInteger(rate) && rate >= 1 && rate <= SENDING_RATES.most
  return isRate ? {} : { perMinute: `Enter a number from 1 to ${SENDING_RATES.most}.` }
}

export const problemsOf = (typed: Typed): Problems => ({
  ...(typed.subject.trim() === '' && { subject: 'Enter a subject.' }),
  ...(typed.heading.trim() === '' && { heading: 'Enter a heading.' }),
  ...(typed.body.trim() === '' && { body: 'Enter some text.' }),
  ...(!isDays(typed.seenWithinDays) && { seenWithinDays: 'Enter a number of days.' }),
  ...(!isDays(typed.awayForDays) && { awayForDays: 'Enter a number of days.' }),
  ...buttonProblems(typed),
  ...rateProblems(typed),
})

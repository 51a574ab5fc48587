import * as z from 'zod'
import { html, type Markup } from '../../http/html.ts'
import { CARDS, type CardName, cardOf, cardWithNumber, isCardName } from '../core/cards.ts'
import { isEmail } from '../resources/checkout-parameters.ts'

const typed = z.string().trim().max(500).catch('')
/** What the browser sends. A missing field counts as empty. */
const Typed = z.object({ email: typed, number: typed, expiry: typed, cvc: typed, terms: typed, fill: typed })

export type CardFields = Omit<z.infer<typeof Typed>, 'fill'>
export type CardProblems = Partial<Record<keyof CardFields | 'form', string>>

/** The fields of a form. */
export interface CardFormRules {
  /** Null if the payer can enter one. */
  fixedEmail: string | null
  needsCard: boolean
  needsTerms: boolean
  /** Unix seconds. */
  now: number
}

interface CardFormAnswer {
  fields: CardFields
  /** The payer picked a test card from the list and has not paid yet. */
  isFilling: boolean
  problems: CardProblems
  card: { name: CardName; month: number; year: number } | null
}

export const EMPTY_FIELDS: CardFields = { email: '', number: '', expiry: '', cvc: '', terms: '' }

export const readCardForm = (body: unknown, rules: CardFormRules): CardFormAnswer => {
  const { fill, ...sent } = Typed.parse(body ?? {})
  const fields = { ...sent, email: rules.fixedEmail ?? sent.email }
  if (isCardName(fill)) {
    const filled = {
      ...fieldsOf(fill, { exp_month: 12, exp_year: 2034 }, fields.email),
      cvc: '123',
      terms: fields.terms,
    }
    return { fields: filled, isFilling: true, problems: {}, card: null }
  }
  const name = cardWithNumber(fields.number)
  const expiry = expiryOf(fields.expiry)
  const problems: CardProblems = {
    ...(!isEmail(fields.email) && { email: 'Enter an email address.' }),
    ...(rules.needsTerms && fields.terms === '' && { terms: 'Agree to the terms to continue.' }),
    ...(rules.needsCard && cardProblems(fields, name, expiry, rules.now)),
  }
  return { fields, isFilling: false, problems, card: rules.needsCard && name && expiry ? { name, ...expiry } : null }
}

/** The form filled in for a card. */
export const fieldsOf = (
  name: CardName,
  { exp_month, exp_year }: { exp_month: number; exp_year: number },
  email: string,
): CardFields => ({
  ...EMPTY_FIELDS,
  email,
  number: spaced(cardOf(name).number),
  expiry: `${String(exp_month).padStart(2, '0')} / ${String(exp_year).slice(-2)}`,
})

const cardProblems = (
  { number, cvc }: CardFields,
  name: CardName | undefined,
  expiry: { month: number; year: number } | null,
  now: number,
): CardProblems => ({
  ...(!name && { number: numberProblem(number) }),
  ...(!expiry
    ? { expiry: 'Your card’s expiration date is incomplete.' }
    : isPast(expiry, now) && { expiry: 'Your card’s expiration date is in the past.' }),
  ...(!/^\d{3,4}$/.test(cvc) && { cvc: 'Your card’s security code is incomplete.' }),
})

const numberProblem = (number: string) =>
  number.replace(/\D/g, '').length < 13
    ? 'Your card number is incomplete.'
    : 'Your card number is not one of the test cards. Pick one from the list below.'

const expiryOf = (text: string) => {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(text) ?? []
  return Number(month) >= 1 && Number(month) <= 12 ? { month: Number(month), year: 2000 + Number(year) } : null
}

const isPast = ({ month, year }: { month: number; year: number }, now: number) => Date.UTC(year, month) <= now * 1_000

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

interface CardFormLook {
  action: string
  rules: CardFormRules
  fields: CardFields
  problems: CardProblems
  /** The text of the terms checkbox. */
  terms: Markup
  /** The label of the button, and the texts around it. */
  button: string
  beforeButton: Markup | null
  afterButton: Markup | null
}

export const cardForm = ({ action, rules, fields, problems, ...look }: CardFormLook) => {
  const hasProblem = Object.keys(problems).length > 0
  const input = (name: keyof CardFields, label: string, attributes: Markup, value = fields[name]) => html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required ${attributes} ${marked(name, problems[name])}>
${problemText(name, problems[name])}
</div>`
  const emailInput = html`type="email" ${rules.fixedEmail === null ? html`autocomplete="email"` : html`readonly`}`
  const digits = (autocomplete: string, placeholder: string) =>
    html`inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}"`
  return html`<form id="pay" class="pay" method="post" action="${action}">
<h2>Contact</h2>
${input('email', 'Email', emailInput, rules.fixedEmail ?? fields.email)}
${
  rules.needsCard &&
  html`<h2>Card</h2>
${input('number', 'Card number', digits('cc-number', '1234 1234 1234 1234'))}
<div class="side-by-side">
${input('expiry', 'MM / YY', digits('cc-exp', '12 / 34'))}
${
  // A security code is never echoed.
  input('cvc', 'CVC', digits('cc-csc', '123'), hasProblem ? '' : fields.cvc)
}
</div>`
}
${rules.needsTerms && termsBox(look.terms, fields.terms !== '', problems.terms)}
${problemText('form', problems.form)}
${look.beforeButton}
<button class="wide" ${!hasProblem && fields.number !== '' && html`autofocus`}>${look.button}</button>
${look.afterButton}
</form>
${rules.needsCard && TEST_CARDS}`
}

const termsBox = (terms: Markup, isChecked: boolean, problem: string | undefined) => html`<div>
<label class="check"><input type="checkbox" name="terms" value="agreed" required ${isChecked && html`checked`} ${marked('terms', problem)}><span>${terms}</span></label>
${problemText('terms', problem)}
</div>`

/** The page focuses the first field with a problem. */
const marked = (name: string, problem: string | undefined) =>
  problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`

const problemText = (name: string, problem: string | undefined) =>
  problem !== undefined && html`<p id="${name}-problem" class="wrong" role="alert">${problem}</p>`

/**
 * Each card is a button of the same form, so that typed values stay. They come after the pay button, because Enter must
 * pay.
 */
const TEST_CARDS = html`<section class="test-cards" aria-labelledby="test-cards">
<h2 id="test-cards">Test cards</h2>
<p class="faint">Press one to fill it in. Any future date and any CVC work.</p>
<ul>${(Object.keys(CARDS) as CardName[]).map(
  (name) => html`<li><button class="second" form="pay" name="fill" value="${name}" formnovalidate>
<code>${spaced(cardOf(name).number)}</code> <span>${cardOf(name).meaning}</span>
</button></li>`,
)}</ul>
</section>`

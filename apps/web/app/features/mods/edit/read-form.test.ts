import { expect, test } from 'vitest'
import { cents } from '@slipstream/contract/money'
import { readForm } from './read-form.ts'
import { emptyConfiguration, type TypedMod, typedFromDraft, typedMod } from './typed-mod.ts'

const form = {
  title: 'Tsukiro Senko',
  make: '',
  description: '',
  about: ['One.', 'Two.'],
  categoryId: 1,
  tags: [],
  requirements: [],
  videoUrl: null,
  price: cents(1_799),
  sale: { price: cents(999), startsAt: '2026-11-01T10:00:00.000Z', endsAt: null },
  includedWithPremium: true,
  configurations: [],
  relatedIds: [4],
}
const typed = (values: Partial<TypedMod> = {}): TypedMod => ({ ...typedMod(form), ...values })
const problemsOf = async (values: Partial<TypedMod>) => (await readForm(typed(values))).problems

test('an untouched form equals the mod, with prices in dollars', async () => {
  expect(await readForm(typed())).toEqual({
    form: { ...form, price: 17.99, sale: { ...form.sale, price: 9.99 } },
    problems: {},
  })
})

test.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,50', 12.5],
  [' 0 ', 0],
])('a price typed as "%s" is %d dollars', async (price, dollars) => {
  expect((await readForm(typed({ price, hasSale: false }))).form.price).toBe(dollars)
  expect(await problemsOf({ price, hasSale: false })).toEqual({})
})

test('an empty price and an unchosen category are sent as missing, not as zero', async () => {
  const { form } = await readForm(typed({ price: ' ', categoryId: '', hasSale: false }))
  expect(form).toMatchObject({ price: null, categoryId: null })
  expect(await problemsOf({ price: '', hasSale: true, salePrice: '3' })).toEqual({
    price: 'Set the regular price first.',
  })
})

test.each([
  ['1e3', 'Enter a price like 12.50.'],
  ['-1', 'Enter a price like 12.50.'],
  ['12.505', 'Use at most two decimals.'],
  ['10000.01', 'The highest price is $10,000.00.'],
])('a price typed as "%s" is rejected', async (price, sentence) => {
  expect(await problemsOf({ price, hasSale: false })).toEqual({ price: sentence })
})

test('a sale that is not cheaper, or ends before it starts, shows an error at its field', async () => {
  expect(await problemsOf({ salePrice: '17.99' })).toEqual({
    'sale.price': 'The sale price must be lower than the regular price.',
  })
  expect(await problemsOf({ saleEndsAt: '2026-10-01T10:00:00.000Z' })).toEqual({
    'sale.endsAt': 'The sale must end after it begins.',
  })
})

test('paragraphs are separated by empty lines', async () => {
  const { form: read } = await readForm(typed({ about: ' One.\nStill one.\n\n \n\nTwo.\n' }))
  expect(read.about).toEqual(['One.\nStill one.', 'Two.'])
})

test('row errors keep their row number even if empty rows above are not sent', async () => {
  const rows = [emptyConfiguration(), { ...emptyConfiguration(), name: 'Sport', massKg: 'heavy', sprintS: '4,5' }]
  const { form: read, problems } = await readForm(typed({ configurations: rows }))
  expect(read.configurations).toMatchObject([{ name: 'Sport', sprintS: 4.5 }])
  expect(problems).toEqual({ 'configurations.1.massKg': 'Enter a whole number.' })
})

test('a configuration row with values needs a name', async () => {
  expect(await problemsOf({ configurations: [{ ...emptyConfiguration(), powerKw: '100' }] })).toEqual({
    'configurations.0.name': 'This field is required.',
  })
})

test('a draft saved by an older form version keeps the fields that still fit', () => {
  const kept = { title: 'Kept', price: 12, tags: ['a', 3], configurations: [{ name: 'Sport', powerKw: '300' }], old: 1 }
  const read = typedFromDraft(form, kept)
  expect(read).toMatchObject({ title: 'Kept', price: '17.99', tags: ['a'] })
  expect(read.configurations).toMatchObject([{ name: 'Sport', powerKw: '300', massKg: '' }])
  expect(typedFromDraft(form, 'nonsense')).toMatchObject({ title: 'Tsukiro Senko' })
})

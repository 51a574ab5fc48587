import { expect, test } from 'vitest'
import { SENDER } from '#testing/sample-letters.ts'
import { allLetters } from './sample-letters.ts'

test('[CAP-31] exactly the mails about orders and subscriptions go to unconfirmed addresses', () => {
  const letters = Object.entries(allLetters({ title: 'Kestrel', reason: 'Because.' }, SENDER))
  const isExpected = (name: string) =>
    /^(receipt|receipt-unconfirmed|refund|refund-failed|undelivered|withdrawal|requested|request-declined)$|subscription/.test(
      name,
    )
  const aboutMoney = letters.filter(([, { isAboutMoney }]) => isAboutMoney).map(([name]) => name)
  expect(aboutMoney).toEqual(letters.map(([name]) => name).filter(isExpected))
  expect(aboutMoney).toContain('cancel-subscription')
})

import type { NewsletterForm } from '@slipstream/contract/newsletter'
import type { WritableDb } from '../client.ts'
import { newsletters } from '../tables/newsletter.ts'
import { first } from './first.ts'

export const NEWSLETTER: NewsletterForm = {
  subject: 'Three new mods',
  preview: 'And a sale until Sunday.',
  heading: 'New in the garage',
  body: 'Hello,\n\nthree new mods are here:\n\n- Kestrel R4\n- Solano\n- Meridian S',
  button: { label: 'Show the mods', path: '/mods' },
  audience: { owns: [], wishes: [], seenWithinDays: null, awayForDays: null },
  perMinute: 6_000,
}

export const createNewsletter = async (db: WritableDb, values: Partial<typeof newsletters.$inferInsert> = {}) =>
  first(
    await db
      .insert(newsletters)
      .values({ form: NEWSLETTER, ...values })
      .returning(),
  )

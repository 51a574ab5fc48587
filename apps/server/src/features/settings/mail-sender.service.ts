import type { Db } from '@slipstream/db/client'
import { mailTemplates } from '@slipstream/db/tables/templates'
import type { Sender } from '#lib/mail/letter.ts'
import { pictureAddress, type PictureStorage } from './picture-address.ts'
import { readSettings } from './settings.service.ts'

interface SenderParts {
  db: Db
  storage: PictureStorage
  publicUrl: string
}

/** The store's current details, as a mail shows them. */
export const readSender = async ({ db, storage, publicUrl }: SenderParts): Promise<Sender> => {
  const settings = await readSettings(db)
  const rows = await db.select().from(mailTemplates)
  const templates = Object.fromEntries(rows.map(({ name, subject, intro, outro }) => [name, { subject, intro, outro }]))
  return { ...settings, publicUrl, templates, logoUrl: pictureAddress(storage, settings.logo) }
}

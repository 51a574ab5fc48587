import { eq } from 'drizzle-orm'
import type { MailTemplate, TemplateWords } from '@slipstream/contract/templates'
import type { Db, Tx } from '@slipstream/db/client'
import { mailTemplates } from '@slipstream/db/tables/templates'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { applyWords, listVariables, templateProblem } from '#lib/mail/template.ts'
import { allLetters } from './sample-letters.ts'

/** Sample text for what a customer or the creator would have written. */
const EXAMPLE = { title: 'Kestrel R4 Rally', reason: 'Thanks for asking. The new version fixes it.' }

/** Every mail whose wording may be changed, with examples. */
const editableLetters = (sender: Sender): [string, Letter][] =>
  Object.values(allLetters(EXAMPLE, sender)).flatMap((letter): [string, Letter][] =>
    letter.template ? [[letter.template.name, letter]] : [],
  )

const letterOf = (name: string, sender: Sender): Letter => {
  const found = editableLetters(sender).find(([known]) => known === name)
  if (!found) throw new DomainError('template.not_found')
  return found[1]
}

/** The sender without the creator's saved wording. */
const plain = (sender: Sender): Sender => ({ ...sender, templates: {} })

export const listTemplates = (sender: Sender): MailTemplate[] =>
  editableLetters(plain(sender)).map(([name, letter]) => toTemplate(name, letter, sender))

const toTemplate = (name: string, letter: Letter, sender: Sender): MailTemplate => ({
  name,
  subject: letter.subject,
  variables: listVariables(letter, sender),
  words: sender.templates?.[name] ?? null,
})

/** Writes the example with this wording. Throws if the wording cannot be used. */
export const writeExample = (name: string, words: TemplateWords, sender: Sender): Letter => {
  const letter = letterOf(name, plain(sender))
  assertUsable(letter, words, sender)
  // Without the template name, the saved wording is not applied on top of it.
  return { ...applyWords(letter, words, sender), template: undefined }
}

const assertUsable = (letter: Letter, words: TemplateWords, sender: Sender) => {
  const known = listVariables(letter, sender).map(({ name }) => name)
  const issues = Object.entries(words).flatMap(([field, text]) => {
    const message = templateProblem(text, known)
    return message === null ? [] : [{ path: `/${field}`, message }]
  })
  if (issues.length > 0) throw new DomainError('template.invalid', { issues })
}

export const saveTemplate = async (
  tx: Tx,
  { actorId, name, sender }: { actorId: number; name: string; sender: Sender },
  words: TemplateWords,
): Promise<MailTemplate> => {
  const letter = letterOf(name, plain(sender))
  assertUsable(letter, words, sender)
  const before = await readWords(tx, name)
  await tx
    .insert(mailTemplates)
    .values({ name, ...words })
    .onConflictDoUpdate({ target: mailTemplates.name, set: { ...words, updatedAt: new Date() } })
  await recordChange(tx, { actorId, action: 'edit', ...about(name), before, after: words })
  return { ...toTemplate(name, letter, sender), words }
}

/** Idempotent. */
export const resetTemplate = async (
  tx: Tx,
  { actorId, name, sender }: { actorId: number; name: string; sender: Sender },
): Promise<MailTemplate> => {
  const letter = letterOf(name, plain(sender))
  const before = await readWords(tx, name)
  if (before) {
    await tx.delete(mailTemplates).where(eq(mailTemplates.name, name))
    await recordChange(tx, { actorId, action: 'reset', ...about(name), before })
  }
  return { ...toTemplate(name, letter, sender), words: null }
}

const readWords = async (db: Db, name: string): Promise<TemplateWords | null> => {
  const [row] = await db.select().from(mailTemplates).where(eq(mailTemplates.name, name))
  return row ? { subject: row.subject, intro: row.intro, outro: row.outro } : null
}

const about = (name: string) => ({ subject: 'mail template', subjectId: name, subjectName: name }) as const

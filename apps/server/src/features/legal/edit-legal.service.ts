import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'
import type { LegalPublication, LegalVersion } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, LEGAL_TITLES, type LegalDocument } from '@slipstream/contract/legal-terms'
import type { Tx } from '@slipstream/db/client'
import { legalDrafts, legalVersions } from '@slipstream/db/tables/legal'
import { checkLegal } from '@slipstream/legal-text/check-legal'
import { recordChange } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { lockDocument } from './legal-desk.service.ts'
import { bodyOf, readVersion, readVersionAt, toVersion } from './legal-rows.service.ts'

interface Edit {
  actorId: number
  document: LegalDocument
}

/** Stores what was typed, complete or not. Only editors see it. */
export const saveDraft = async (tx: Tx, { actorId, document }: Edit, typed: { body: string; revision: number }) => {
  await lockDocument(tx, document)
  const known = await readDraft(tx, document)
  if (typed.revision !== (known?.revision ?? 0)) throw new DomainError('legal.draft_changed')
  const draft = {
    body: typed.body,
    revision: typed.revision + 1,
    updatedBy: actorId,
    updatedAt: sql`clock_timestamp()`,
  }
  const [saved] = await tx
    .insert(legalDrafts)
    .values({ document, ...draft })
    .onConflictDoUpdate({ target: legalDrafts.document, set: draft })
    .returning({ updatedAt: legalDrafts.updatedAt })
  return { revision: draft.revision, updatedAt: (saved?.updatedAt ?? new Date()).toISOString() }
}

/** Idempotent. */
export const discardDraft = async (tx: Tx, document: LegalDocument) => {
  await lockDocument(tx, document)
  await tx.delete(legalDrafts).where(eq(legalDrafts.document, document))
}

export const publishDraft = async (tx: Tx, edit: Edit, form: LegalPublication): Promise<LegalVersion> => {
  const { actorId, document } = edit
  await lockDocument(tx, document)
  const draft = await readDraft(tx, document)
  if (!draft || draft.revision !== form.revision) throw new DomainError('legal.draft_changed')
  assertComplete(document, draft.body)
  const before = await readVersionAt(tx, document, new Date())
  if (draft.body.trim() === bodyOf(document, before).trim()) throw new DomainError('legal.unchanged')
  await assertInOrder(tx, document, form.effectiveAt)

  const number = await nextNumber(tx, document)
  await tx.insert(legalVersions).values({
    document,
    number,
    body: draft.body,
    effectiveAt: form.effectiveAt === null ? sql`clock_timestamp()` : new Date(form.effectiveAt),
    publishedBy: actorId,
    note: form.note,
  })
  await tx.delete(legalDrafts).where(eq(legalDrafts.document, document))
  const row = await readVersion(tx, document, number)
  if (!row) throw new Error('the new version was not written')

  await recordChange(tx, {
    ...subjectOf(edit, number),
    action: 'publish',
    before: { version: before?.number ?? BUILT_IN_NUMBER },
    after: { version: number, effectiveAt: row.effectiveAt, note: row.note, characters: row.body.length },
  })
  await announceChange(tx, 'legal')
  if (form.effectiveAt !== null)
    await enqueue(tx, 'legal.take_effect', { document, number }, { runAt: row.effectiveAt })
  return toVersion(row, form.effectiveAt === null ? number : (before?.number ?? BUILT_IN_NUMBER))
}

/** Possible only before the version takes effect. Idempotent. */
export const withdrawVersion = async (tx: Tx, edit: Edit, number: number) => {
  const { document } = edit
  await lockDocument(tx, document)
  const row = await readVersion(tx, document, number)
  if (!row) throw new DomainError('legal.not_found')
  if (row.withdrawnAt) return
  const withdrawn = await tx
    .update(legalVersions)
    .set({ withdrawnAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(legalVersions.document, document),
        eq(legalVersions.number, number),
        sql`${legalVersions.effectiveAt} > clock_timestamp()`,
      ),
    )
    .returning({ number: legalVersions.number })
  if (withdrawn.length === 0) throw new DomainError('legal.in_effect')
  await recordChange(tx, {
    ...subjectOf(edit, number),
    action: 'withdraw',
    before: { effectiveAt: row.effectiveAt },
    after: { effectiveAt: null },
  })
  await announceChange(tx, 'legal')
}

const readDraft = async (tx: Tx, document: LegalDocument) => {
  const [draft] = await tx.select().from(legalDrafts).where(eq(legalDrafts.document, document))
  return draft
}

const assertComplete = (document: LegalDocument, body: string) => {
  const { problems, missing } = checkLegal(document, body)
  const blocking = problems.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0) {
    const issues = blocking.map(({ line, message }) => ({
      path: '/body',
      message: line === null ? message : `Line ${line}: ${message}`,
    }))
    throw new DomainError('legal.invalid', { issues })
  }
  if (missing.length > 0) {
    const issues = missing.map(({ rule, about }) => ({ path: '/body', message: rule ? `${rule}: ${about}` : about }))
    throw new DomainError('legal.statement_missing', { issues })
  }
}

/** Versions apply in the order of their numbers, so that nobody has to guess which one replaces which. */
const assertInOrder = async (tx: Tx, document: LegalDocument, effectiveAt: string | null) => {
  const [last] = await tx
    .select({ effectiveAt: legalVersions.effectiveAt })
    .from(legalVersions)
    .where(and(eq(legalVersions.document, document), isNull(legalVersions.withdrawnAt)))
    .orderBy(desc(legalVersions.effectiveAt))
    .limit(1)
  const at = effectiveAt === null ? Date.now() : Date.parse(effectiveAt)
  const isPast = effectiveAt !== null && at <= Date.now()
  if (isPast || (last && last.effectiveAt.getTime() >= at)) throw new DomainError('legal.too_early')
}

const nextNumber = async (tx: Tx, document: LegalDocument) => {
  const [last] = await tx
    .select({ number: max(legalVersions.number) })
    .from(legalVersions)
    .where(eq(legalVersions.document, document))
  return (last?.number ?? BUILT_IN_NUMBER) + 1
}

const subjectOf = ({ actorId, document }: Edit, number: number) =>
  ({
    actorId,
    subject: 'legal text',
    subjectId: `${document} ${number}`,
    subjectName: `${LEGAL_TITLES[document]}, version ${number}`,
  }) as const

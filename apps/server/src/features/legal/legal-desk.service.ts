import { and, eq, sql } from 'drizzle-orm'
import type { AgreedTexts, LegalDesk, LegalVersion } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, LEGAL_DOCUMENTS, type LegalDocument } from '@slipstream/contract/legal-terms'
import type { Db, Tx } from '@slipstream/db/client'
import { legalDrafts, legalVersions } from '@slipstream/db/tables/legal'
import { orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { BUILT_IN } from '@slipstream/legal-text/built-in'
import { checkLegal } from '@slipstream/legal-text/check-legal'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { bodyOf, readUpcoming, readVersion, readVersionAt, toVersion } from './legal-rows.service.ts'

const PER_PAGE = 20
const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: legalVersions.number, type: 'integer' }] }

/** Everything the editor of one document shows. */
export const readDesk = async (db: Db, document: LegalDocument): Promise<LegalDesk> => {
  const current = await readVersionAt(db, document, new Date())
  const upcoming = await readUpcoming(db, document)
  const [draft] = await db
    .select({ row: legalDrafts, editor: users.username })
    .from(legalDrafts)
    .leftJoin(users, eq(users.id, legalDrafts.updatedBy))
    .where(eq(legalDrafts.document, document))
  const number = current?.number ?? BUILT_IN_NUMBER
  const body = bodyOf(document, current)
  return {
    builtIn: BUILT_IN[document],
    current: { ...toVersion(current, number), body },
    upcoming: upcoming && toVersion(upcoming, number),
    draft: draft
      ? {
          body: draft.row.body,
          revision: draft.row.revision,
          updatedAt: draft.row.updatedAt.toISOString(),
          updatedBy: draft.editor,
        }
      : null,
    checked: checkLegal(document, draft?.row.body ?? body),
  }
}

/** The built-in text is not in the list: it has no date. */
export const listVersions = async (db: Db, document: LegalDocument, after: string | undefined) => {
  const current = (await readVersionAt(db, document, new Date()))?.number ?? BUILT_IN_NUMBER
  return readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({ row: legalVersions, publisher: users.username, keys: keysOf(NEWEST) })
        .from(legalVersions)
        .leftJoin(users, eq(users.id, legalVersions.publishedBy))
        .where(and(eq(legalVersions.document, document), place))
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ row, publisher }): LegalVersion => toVersion({ ...row, publisher }, current),
  )
}

export const readOneVersion = async (db: Db, document: LegalDocument, number: number) => {
  const row = number === BUILT_IN_NUMBER ? null : await readVersion(db, document, number)
  if (!row && number !== BUILT_IN_NUMBER) throw new DomainError('legal.not_found')
  const current = (await readVersionAt(db, document, new Date()))?.number ?? BUILT_IN_NUMBER
  const body = bodyOf(document, row)
  return { ...toVersion(row, current), body, text: checkLegal(document, body).text }
}

/** Derived from the time of the order: versions are never backdated, changed or removed. */
export const readAgreed = async (db: Db, orderNumber: string): Promise<AgreedTexts> => {
  const [order] = await db
    .select({ number: orders.number, createdAt: orders.createdAt })
    .from(orders)
    .where(eq(orders.number, orderNumber))
  if (!order) throw new DomainError('orders.not_found')
  const documents: AgreedTexts['documents'] = []
  for (const document of LEGAL_DOCUMENTS) {
    const row = await readVersionAt(db, document, order.createdAt)
    documents.push({
      document,
      number: row?.number ?? BUILT_IN_NUMBER,
      effectiveAt: row?.effectiveAt.toISOString() ?? null,
    })
  }
  return { order: order.number, placedAt: order.createdAt.toISOString(), documents }
}

/** Serializes changes to one document. */
export const lockDocument = (tx: Tx, document: LegalDocument) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('legal'), hashtext(${document}))`)

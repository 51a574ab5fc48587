import type { WritableDb } from '@slipstream/db/client'
import { createLegalDraft } from '@slipstream/db/testing/legal-factories'
import { BUILT_IN } from '@slipstream/legal-text/built-in'
import { newLegalVersion } from './matrix-legal-things.ts'
import type { Person } from './people.ts'

type Call = Parameters<Person['call']>

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

const onDraft = async (db: WritableDb, effectiveAt: string | null): Promise<Call> => {
  await createLegalDraft(db, { body: `${BUILT_IN.terms}\nOne more sentence.` })
  return ['POST', '/api/admin/legal/terms/versions', { revision: 1, effectiveAt, note: 'One more sentence' }]
}

/** The writes on legal texts that must be in the audit log, by endpoint. */
export const WRITES_ON_LEGAL: Record<string, (db: WritableDb) => Promise<Call>> = {
  'POST /api/admin/legal/:document/versions': (db) => onDraft(db, null),
  'POST /api/admin/legal/:document/versions: from tomorrow on': (db) => onDraft(db, TOMORROW),
  'DELETE /api/admin/legal/:document/versions/:number': async (db) => [
    'DELETE',
    `/api/admin/legal/terms/versions/${await newLegalVersion(db)}`,
  ],
}

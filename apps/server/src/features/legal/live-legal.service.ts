import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { legalApi, type LegalPageText } from '@slipstream/contract/legal-documents'
import { BUILT_IN_NUMBER, LEGAL_DOCUMENTS, type LegalDocument } from '@slipstream/contract/legal-terms'
import type { Db } from '@slipstream/db/client'
import { legalVersions } from '@slipstream/db/tables/legal'
import { BUILT_IN, BUILT_IN_SINCE } from '@slipstream/legal-text/built-in'
import { parseLegal } from '@slipstream/legal-text/parse-legal'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { keepFresh } from '#lib/cache/keep-fresh.ts'
import { prepareAnswer, type PreparedAnswer } from '#lib/cache/prepared-answer.ts'
import { DomainError } from '#lib/domain-error.ts'
import { readVersion, readVersionAt } from './legal-rows.service.ts'

const READ_AGAIN_MS = 30_000
/** Pages link to this many earlier versions. */
const EARLIER_SHOWN = 20
const UPCOMING_KEPT = 10

interface Version {
  number: number
  effectiveAt: Date
  body: string
}

/** The versions of a document that apply now and later, oldest first; the first one may be the built-in text. */
interface Shelf {
  versions: Version[]
  earlier: { number: number; effectiveAt: string | null }[]
}

/**
 * The current and upcoming legal texts in memory: they stay readable while the database is down, and a version takes
 * effect at its exact time in every process. Only earlier versions are read from the database.
 */
export interface LiveLegal {
  current: (document: LegalDocument) => PreparedAnswer
  /** One version by its number. */
  version: (document: LegalDocument, number: number) => Promise<LegalPageText>
  /** Called after the new texts are in place. */
  onChange: (listener: () => void) => void
  close: () => void
}

export const openLiveLegal = async (db: Db, bus: ChangeBus, log: Logger): Promise<LiveLegal> => {
  const listeners: (() => void)[] = []
  let shelves = await readShelves(db)
  /** Prepared answers by document and number, cleared on every reread. */
  let prepared = new Map<string, PreparedAnswer>()
  /** How many announcements were heard, and up to which one the texts are in place. */
  let heard = 0
  let answered = 0

  const read = async () => {
    const known = heard
    shelves = await readShelves(db)
    prepared = new Map()
    if (answered === known) return
    answered = known
    for (const listener of listeners) listener()
  }
  const { refresh, close } = keepFresh({ read, everyMs: READ_AGAIN_MS, log, name: 'the legal texts' })
  bus.onChange('legal', () => {
    heard += 1
    refresh()
  })

  return {
    current: (document) => {
      const shelf = shelves[document]
      const version = inEffect(shelf)
      const name = `${document} ${version.number}`
      const known = prepared.get(name)
      if (known) return known
      const answer = prepareAnswer(legalApi.document, toPage(document, shelf, version))
      prepared.set(name, answer)
      return answer
    },
    version: async (document, number) => {
      const shelf = shelves[document]
      const known = shelf.versions.find((version) => version.number === number)
      return toPage(document, shelf, known ?? (await readEarlier(db, document, number)))
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    close,
  }
}

const builtIn = (document: LegalDocument): Version => ({
  number: BUILT_IN_NUMBER,
  effectiveAt: new Date(BUILT_IN_SINCE[document]),
  body: BUILT_IN[document],
})

const readShelves = async (db: Db) => {
  const entries: [LegalDocument, Shelf][] = []
  for (const document of LEGAL_DOCUMENTS) entries.push([document, await readShelf(db, document)])
  return Object.fromEntries(entries) as Record<LegalDocument, Shelf>
}

const readShelf = async (db: Db, document: LegalDocument): Promise<Shelf> => {
  const now = new Date()
  const current = await readVersionAt(db, document, now)
  const published = and(eq(legalVersions.document, document), isNull(legalVersions.withdrawnAt))
  const { number, effectiveAt, body } = legalVersions
  const upcoming = await db
    .select({ number, effectiveAt, body })
    .from(legalVersions)
    .where(and(published, gt(effectiveAt, now)))
    .orderBy(asc(effectiveAt))
    .limit(UPCOMING_KEPT)
  const earlier = await db
    .select({ number, effectiveAt })
    .from(legalVersions)
    .where(and(published, lt(effectiveAt, current?.effectiveAt ?? new Date(0))))
    .orderBy(desc(effectiveAt))
    .limit(EARLIER_SHOWN)
  return {
    versions: [current ?? builtIn(document), ...upcoming],
    earlier: [...earlier.map(toDated), ...(current ? [BUILT_IN_DATED] : [])],
  }
}

const BUILT_IN_DATED = { number: BUILT_IN_NUMBER, effectiveAt: null }

const toDated = (version: Pick<Version, 'number' | 'effectiveAt'>) =>
  version.number === BUILT_IN_NUMBER
    ? BUILT_IN_DATED
    : { number: version.number, effectiveAt: version.effectiveAt.toISOString() }

const isDue = ({ effectiveAt }: Version) => effectiveAt.getTime() <= Date.now()

const inEffect = ({ versions }: Shelf): Version => {
  const [first] = versions
  const version = versions.findLast(isDue) ?? first
  if (!version) throw new Error('a shelf without a version')
  return version
}

const readEarlier = async (db: Db, document: LegalDocument, number: number): Promise<Version> => {
  if (number === BUILT_IN_NUMBER) return builtIn(document)
  const row = await readVersion(db, document, number)
  if (!row || row.withdrawnAt) throw new DomainError('legal.not_found')
  return row
}

const toPage = (document: LegalDocument, { versions, earlier }: Shelf, version: Version): LegalPageText => {
  const current = inEffect({ versions, earlier })
  const before = versions.slice(0, versions.indexOf(current)).toReversed()
  const upcoming = versions[versions.indexOf(current) + 1]
  return {
    document,
    number: version.number,
    state: stateOf(version, current),
    updatedAt: version.effectiveAt.toISOString(),
    text: parseLegal(document, version.body).text,
    earlier: [...before.map(toDated), ...earlier].slice(0, EARLIER_SHOWN),
    upcoming: upcoming ? toDated(upcoming) : null,
  }
}

const stateOf = (version: Version, current: Version) => {
  if (version.number === current.number) return 'current'
  return isDue(version) ? 'earlier' : 'upcoming'
}

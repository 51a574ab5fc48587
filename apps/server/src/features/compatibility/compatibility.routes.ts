import type { FastifyInstance } from 'fastify'
import { compatibilityApi } from '@slipstream/contract/compatibility'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { mount } from '#lib/http/mount.ts'
import { readBoard, readHistory } from './compatibility-board.service.ts'
import { announceGameVersion, retractGameVersion, setCompatibility } from './compatibility.service.ts'

interface Parts {
  db: Db
  storage: PublicObjects
}

export const compatibilityRoutes = (app: FastifyInstance, { db, storage }: Parts) => {
  mount(app, compatibilityApi.board, ({ query }) => readBoard(db, storage, query.gameVersion))
  mount(app, compatibilityApi.announce, async ({ user, body: { version } }) => {
    await inTransaction(db, (tx) => announceGameVersion(tx, user.id, version))
    return readBoard(db, storage, version)
  })
  mount(app, compatibilityApi.retract, async ({ user, params: { version } }) => {
    await inTransaction(db, (tx) => retractGameVersion(tx, user.id, version))
    return readBoard(db, storage)
  })
  mount(app, compatibilityApi.set, async ({ user, body }) => {
    await inTransaction(db, (tx) => setCompatibility(tx, user.id, body))
    return readBoard(db, storage, body.gameVersion)
  })
  mount(app, compatibilityApi.history, ({ params }) => readHistory(db, params.id))
}

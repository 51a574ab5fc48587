import type { FastifyInstance } from 'fastify'
import { securityApi } from '@slipstream/contract/security'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { mount } from '#lib/http/mount.ts'
import { listStaff, readSecurity, requireSecondFactor } from './security.service.ts'

interface SecurityParts {
  db: Db
  auth: Pick<AuthParts, 'requests' | 'developerDiscordUsername'>
}

export const securityRoutes = (app: FastifyInstance, { db, auth }: SecurityParts) => {
  const { requests, developerDiscordUsername } = auth
  mount(app, securityApi.overview, () => readSecurity(db, requests.secondFactorRule()))
  mount(app, securityApi.staff, ({ query }) => listStaff(db, developerDiscordUsername, query))
  mount(app, securityApi.requireSecondFactor, ({ request, body }) => {
    const signedIn = requests.signedIn(request)
    const rule = requests.secondFactorRule()
    return inTransaction(db, async (tx) => {
      await requireSecondFactor(tx, signedIn, rule, body.isRequired)
      return readSecurity(tx, rule)
    })
  })
}

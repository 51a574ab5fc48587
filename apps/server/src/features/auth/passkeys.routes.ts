import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passkeysApi } from '@slipstream/contract/passkeys'
import { inTransaction } from '@slipstream/db/client'
import { DomainError } from '#lib/domain-error.ts'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import type { AuthParts } from './auth-parts.ts'
import { enter } from './enter.service.ts'
import { deviceOf, withCookie } from './session-handoff.ts'
import {
  checkPasskeyFactor,
  checkPasskeySignIn,
  proveByPasskey,
  startPasskeyFactor,
  startPasskeyProof,
  startSignIn,
} from './passkey-use.service.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startAddingPasskey } from './passkeys.service.ts'
import type { AttemptLimit } from '#lib/attempt-limit.ts'

export const passkeysRoutes = (app: FastifyInstance, parts: AuthParts) => {
  const { db, requests, limits, sender } = parts

  const count = async (limit: AttemptLimit, { ip }: FastifyRequest) => {
    if (!(await limit.allows(ip))) throw new DomainError('request.too_many')
  }

  mount(app, passkeysApi.startSignIn, async ({ request }) => {
    await count(limits.passkeyChallenges, request)
    return startSignIn(parts)
  })

  mount(app, passkeysApi.signIn, async ({ request, reply, body }) => {
    await count(limits.address, request)
    const device = deviceOf(request)
    const row = await checkPasskeySignIn(parts, body, device)
    return withCookie(parts, reply, await enter(parts, { row, method: 'passkey', device }))
  })

  mount(app, passkeysApi.startSecondFactor, async ({ request, body }) => {
    await count(limits.passkeyChallenges, request)
    return startPasskeyFactor(parts, body.challenge)
  })

  mount(app, passkeysApi.secondFactor, async ({ request, reply, body }) => {
    await count(limits.address, request)
    const device = deviceOf(request)
    const { row, method } = await checkPasskeyFactor(parts, body, device)
    return withCookie(parts, reply, await enter(parts, { row, method, device }))
  })

  mount(app, passkeysApi.startProof, async ({ request, user }) => {
    await count(limits.passkeyChallenges, request)
    return startPasskeyProof(parts, user.id)
  })

  mount(app, passkeysApi.prove, async ({ request, body }) => {
    await proveByPasskey(parts, requests.signedIn(request), body.assertion, deviceOf(request))
    return done('Thank you.')
  })

  mount(app, passkeysApi.list, ({ user }) => listPasskeys(db, user.id))

  mount(app, passkeysApi.startAdding, async ({ request }) => {
    await count(limits.passkeyChallenges, request)
    return startAddingPasskey(parts, requests.signedIn(request))
  })

  mount(app, passkeysApi.add, ({ request, body }) => addPasskey(parts, requests.signedIn(request), body))

  mount(app, passkeysApi.rename, ({ user, params, body }) =>
    inTransaction(db, (tx) => renamePasskey(tx, user.id, params.id, body.name)),
  )

  mount(app, passkeysApi.remove, async ({ request, params }) => {
    const signedIn = requests.signedIn(request)
    await inTransaction(db, (tx) => removePasskey(tx, sender, signedIn, params.id))
    return done('The passkey was removed.')
  })
}

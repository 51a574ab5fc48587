import type { FastifyInstance } from 'fastify'
import { authApi } from '@slipstream/contract/auth'
import { inTransaction } from '@slipstream/db/client'
import { toUser } from './current-user.ts'
import { DomainError } from '#lib/domain-error.ts'
import { done } from '#lib/http/done.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { prepareAnswer } from '#lib/cache/prepared-answer.ts'
import type { AuthParts } from './auth-parts.ts'
import { verifyEmail } from './email-verification.service.ts'
import { enter, enterOrRequestCode } from './enter.service.ts'
import { acceptInvitation, readInvitation } from './invitation.service.ts'
import { deviceOf, visitorOf, withCookie } from './session-handoff.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'
import { prove } from './prove.service.ts'
import { registerUser } from './register.service.ts'
import { otherWaysOf } from './second-factors.ts'
import { takeOver } from './take-over.service.ts'
import { checkSecondFactor } from './second-factor.service.ts'
import { endSessionsOf, issueBearer } from './sessions.service.ts'
import { checkPassword } from './sign-in.service.ts'

/** The same text for every address, whether a mail was queued, a recent one still works, or there is no account. */
const RESET_ASKED =
  'If this address has an account, check its inbox for a link. If we sent one in the last 20 minutes, use that one.'

export const authRoutes = (app: FastifyInstance, parts: AuthParts) => {
  const { db, identity, requests, cookies, devices, limits, turnstile, discordCdnUrl } = parts

  const options = prepareAnswer(authApi.options, { turnstile: parts.turnstileWidget })
  mountPrepared(app, authApi.options, () => options)

  mount(app, authApi.user, async ({ request, user }) => ({
    ...toUser(requests.signedIn(request).row, { ...user, discordCdnUrl }),
    ...(user.isAdmin && requests.lacksSecondFactor(request) && { needsSecondFactor: true }),
  }))

  mount(app, authApi.generateToken, async ({ request, user }) => {
    const { session, via } = requests.signedIn(request)
    const notAfter = via === 'bearer' ? session.bearerExpiresAt : null
    const token = await inTransaction(db, (tx) => issueBearer(tx, session, { isAdmin: user.isAdmin, notAfter }))
    return { success: true as const, token }
  })

  for (const [api, adminsOnly] of [
    [authApi.login, false],
    [authApi.adminLogin, true],
  ] as const) {
    mount(app, api, async ({ request, reply, body }) => {
      const device = visitorOf(parts, request)
      const row = await checkPassword(db, limits, { ...body, adminsOnly }, device)
      return withCookie(parts, reply, await enterOrRequestCode(parts, { row, method: 'password', device }))
    })
  }

  mount(app, authApi.register, async ({ request, reply, body }) => {
    const device = deviceOf(request)
    const { 'cf-turnstile-response': response, ...wanted } = body
    // Checked before the bot check, because that calls another company's server.
    if (!(await limits.registrations.allows(device.ip))) throw new DomainError('request.too_many')
    await turnstile.check({ response, ip: device.ip, action: 'register' })
    const row = await registerUser(parts, wanted, device)
    return withCookie(parts, reply, await enter(parts, { row, method: 'password', device }))
  })

  mount(app, authApi.secondFactor, async ({ request, reply, body }) => {
    const device = visitorOf(parts, request)
    const { row, method } = await checkSecondFactor(parts, body, device)
    return withCookie(parts, reply, await enter(parts, { row, method, device }))
  })

  mount(app, authApi.forgotPassword, async ({ request, body }) => {
    await requestPasswordReset(parts, body.email, deviceOf(request))
    return done(RESET_ASKED)
  })

  mount(app, authApi.resetPassword, async ({ request, reply, body }) => {
    const row = await resetPassword(parts, body, deviceOf(request))
    identity.forget(row.id)
    // The owner just proved access to the mailbox, so other people's guesses must not block the next sign-in.
    devices.remember(reply, row)
    return { ...done('Your new password is set. Log in with it.'), otherWays: otherWaysOf(row) }
  })

  mount(app, authApi.invitation, ({ body }) => readInvitation(db, body.token))

  mount(app, authApi.acceptInvitation, async ({ request, reply, body }) => {
    const device = deviceOf(request)
    const row = await acceptInvitation(parts, body, device)
    identity.forget(row.id)
    return withCookie(parts, reply, await enterOrRequestCode(parts, { row, method: 'password', device }))
  })

  mount(app, authApi.verifyEmail, async ({ request, body }) => {
    const caller = await requests.identify(request)
    identity.forget(await verifyEmail(parts, body.token, caller?.id ?? null))
    return done('Your e-mail address is confirmed.')
  })

  mount(app, authApi.takeOver, async ({ request, reply, body }) => {
    const row = await takeOver(parts, body, deviceOf(request))
    identity.forget(row.id)
    devices.remember(reply, row)
    return done('The account is yours. Log in with your new password.')
  })

  mount(app, authApi.logout, async ({ request, reply }) => {
    const owners = await inTransaction(db, (tx) => endSessionsOf(tx, requests.credentialsOf(request)))
    for (const owner of owners) identity.forget(owner)
    cookies.clear(reply, 'session')
    return done('You have been successfully logged out.')
  })

  mount(app, authApi.prove, async ({ request, body }) => {
    await prove(parts, requests.signedIn(request), body, deviceOf(request))
    return done('Thank you.')
  })

  mount(app, authApi.proof, async () => done('Confirmed.'))
}

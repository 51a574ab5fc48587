import type { FastifyInstance } from 'fastify'
import { accountApi } from '@slipstream/contract/account'
import { inTransaction } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { tellOfAccess } from '#features/auth/access-mails.ts'
import { unlinkDiscord } from '#features/auth/discord-account.service.ts'
import { noteClaim, requestVerification } from '#features/auth/email-verification.service.ts'
import { changePassword } from '#features/auth/password-change.service.ts'
import { hasSecondFactor } from '#features/auth/second-factors.ts'
import { endSession, endSessions } from '#features/auth/sessions.service.ts'
import {
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '#features/auth/two-factor.service.ts'
import { readNotMeToken } from '#features/notifications/not-me-link.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import type { PersonalData } from '#lib/personal-data.ts'
import { changeAccount, listSessions, listSignIns, readAccount } from './account.service.ts'
import { disownAddress } from './disown-address.service.ts'
import { erasePerson, exportPersonalData } from './personal-data.service.ts'

interface AccountParts extends AuthParts {
  personalData: readonly PersonalData[]
}

export const accountRoutes = (app: FastifyInstance, parts: AccountParts) => {
  const { db, requests, encryption, sender, cookies, devices, personalData } = parts

  mount(app, accountApi.account, ({ request }) => readAccount(db, requests.signedIn(request).row))

  mount(app, accountApi.change, ({ request, body }) =>
    inTransaction(db, (tx) => changeAccount(tx, requests.signedIn(request).row, body, sender().storeName)),
  )

  mount(app, accountApi.changeEmail, async ({ user, body }) => {
    const claim = { userId: user.id, ...body }
    await inTransaction(db, (tx) => noteClaim(tx, claim))
    await requestVerification(parts, claim)
    return done('Open the link we have sent to this address.')
  })

  // Needs no proof: the mail goes to the account's own address.
  mount(app, accountApi.resendConfirmation, async ({ request, body }) => {
    const { id, email, emailVerifiedAt } = requests.signedIn(request).row
    if (email === null || emailVerifiedAt !== null) throw new DomainError('account.nothing_to_confirm')
    await requestVerification(parts, { userId: id, email, ...body })
    return done('Open the link we have sent to this address.')
  })

  mount(app, accountApi.notMe, async ({ request, body }) => {
    if (!(await parts.limits.address.allows(request.ip))) throw new DomainError('request.too_many')
    const claimed = readNotMeToken(encryption, body.token)
    if (!claimed) throw new DomainError('auth.link_expired')
    await inTransaction(db, (tx) => disownAddress(tx, claimed))
    return done('We removed your address. No more mails about that account will come to you.')
  })

  mount(app, accountApi.changePassword, async ({ request, reply, body }) => {
    const signedIn = requests.signedIn(request)
    devices.remember(reply, await changePassword(parts, signedIn, body.password))
    return done('Your password was changed. All other devices were signed out.')
  })

  mount(app, accountApi.sessions, ({ user }) => listSessions(db, user.id, user.sessionId))

  mount(app, accountApi.endSession, async ({ user, params }) => {
    const wasTheirs = await inTransaction(db, (tx) => endSession(tx, user.id, params.id))
    if (!wasTheirs) throw new DomainError('request.not_found')
    return done('The device was signed out.')
  })

  mount(app, accountApi.endOtherSessions, async ({ user }) => {
    await inTransaction(db, (tx) => endSessions(tx, user.id, user.sessionId))
    return done('All other devices were signed out.')
  })

  mount(app, accountApi.signIns, ({ user }) => listSignIns(db, user.id))

  mount(app, accountApi.startTwoFactor, ({ request }) =>
    inTransaction(db, (tx) => startTwoFactor(tx, encryption, requests.signedIn(request).row, sender().storeName)),
  )

  mount(app, accountApi.confirmTwoFactor, async ({ user, body }) => {
    const attempts = `code ${user.sessionId}`
    if (!(await parts.limits.proof.allows(attempts))) throw new DomainError('auth.too_many_proofs')
    const recoveryCodes = await inTransaction(db, async (tx) => {
      const codes = await confirmTwoFactor(tx, encryption, user.id, body.code)
      // Otherwise a thief who is already signed in would never need the second factor.
      await endSessions(tx, user.id, user.sessionId)
      return codes
    })
    await parts.limits.proof.forget(attempts)
    return { recoveryCodes }
  })

  mount(app, accountApi.renewRecoveryCodes, async ({ request, user }) => {
    const signedIn = requests.signedIn(request)
    if (!hasSecondFactor(signedIn.row)) throw new DomainError('account.two_factor_is_off')
    const recoveryCodes = await inTransaction(db, async (tx) => {
      await tellOfAccess(tx, user.id, 'codes_renewed')
      return renewRecoveryCodes(tx, user.id)
    })
    return { recoveryCodes }
  })

  mount(app, accountApi.endTwoFactor, async ({ user }) => {
    await inTransaction(db, async (tx) => {
      if (await endTwoFactor(tx, user.id)) await tellOfAccess(tx, user.id, 'app_removed')
    })
    return done('The second factor was turned off.')
  })

  mount(app, accountApi.unlinkDiscord, async ({ request }) => {
    const signedIn = requests.signedIn(request)
    await inTransaction(db, async (tx) => {
      await unlinkDiscord(tx, signedIn.row)
      await tellOfAccess(tx, signedIn.row.id, 'discord_unlinked')
    })
    return done('Discord is no longer linked.')
  })

  mount(app, accountApi.export, ({ user }) => inTransaction(db, (tx) => exportPersonalData(tx, personalData, user.id)))

  mount(app, accountApi.delete, async ({ request, reply, body }) => {
    const signedIn = requests.signedIn(request)
    if (body.username !== signedIn.row.username) throw new DomainError('account.name_differs')
    await inTransaction(db, async (tx) => {
      await erasePerson(tx, personalData, signedIn.row.id)
      await announceChange(tx, 'user', signedIn.row.id)
    })
    cookies.clear(reply, 'session')
    return done('Your account was deleted.')
  })
}

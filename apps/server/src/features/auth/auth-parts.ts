import type { DiscordGateway } from '#gateways/discord.ts'
import type { Turnstile } from '#gateways/turnstile.ts'
import type { Encryption } from './encryption.ts'
import type { CookieJar } from './session-cookie.ts'
import type { MailSender } from './auth-mails.ts'
import type { EnterParts } from './enter.service.ts'
import type { KnownDevices } from './known-devices.ts'
import type { RequestIdentity } from './request-identity.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { RelyingParty } from './webauthn.ts'

/** Everything the auth routes and services depend on. */
export interface AuthParts extends EnterParts {
  requests: RequestIdentity
  cookies: CookieJar
  devices: KnownDevices
  limits: SignInLimits
  discord: DiscordGateway
  /** In lower case. */
  developerDiscordUsername: string
  turnstile: Turnstile
  /** What a page needs to show the bot check. */
  turnstileWidget: { siteKey: string; scriptUrl: string }
  encryption: Encryption
  relyingParty: RelyingParty
  sender: MailSender
}

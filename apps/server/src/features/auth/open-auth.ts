import { DISCORD_RETURN } from '@slipstream/contract/auth'
import type { Db } from '@slipstream/db/client'
import type { Config } from '#config.ts'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { openDiscord } from '#gateways/discord.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { openTurnstile } from '#gateways/turnstile.ts'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { createEncryption } from './encryption.ts'
import { createCookieJar } from './session-cookie.ts'
import type { AuthParts } from './auth-parts.ts'
import { openIdentity } from './identity.service.ts'
import { createKnownDevices } from './known-devices.ts'
import { createRequestIdentity } from './request-identity.ts'
import { openSignInLimits } from './sign-in-limits.ts'
import { relyingPartyOf } from './webauthn.ts'

interface Foundations {
  db: Db
  bus: ChangeBus
  redis: RedisGateway
  settings: LiveSettings
}

export const openAuth = (config: Config, { db, bus, redis, settings }: Foundations): AuthParts => {
  const { publicUrl, developerDiscordUsername, providers, turnstile } = config
  const identity = openIdentity({ db, bus, developerDiscordUsername })
  const cookies = createCookieJar(publicUrl)
  const encryption = createEncryption(...config.authSecrets)
  return {
    db,
    identity,
    cookies,
    devices: createKnownDevices({ cookies, encryption }),
    requests: createRequestIdentity({
      db,
      identity,
      cookies,
      settings,
      publicUrl,
      adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    }),
    limits: openSignInLimits(redis),
    discord: openDiscord({
      url: providers.discord,
      ...config.discord,
      redirectUri: `${publicUrl}${DISCORD_RETURN}`,
    }),
    developerDiscordUsername,
    turnstile: openTurnstile({
      url: providers.turnstile,
      secretKey: turnstile.secretKey,
      hostname: new URL(publicUrl).hostname,
    }),
    turnstileWidget: { siteKey: turnstile.siteKey, scriptUrl: `${providers.turnstile}/turnstile/v0/api.js` },
    relyingParty: relyingPartyOf(publicUrl),
    encryption,
    sender: () => ({ ...settings.current(), publicUrl }),
    discordCdnUrl: providers.discordCdn,
  }
}

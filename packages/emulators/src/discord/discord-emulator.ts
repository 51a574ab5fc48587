import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createEmulator, type Emulator } from '../http/emulator-app.ts'
import type { FailureAnswer } from '../http/faults.ts'
import { keepState } from '../http/kept-state.ts'
import { avatarRoutes } from './avatars.ts'
import { currentUserRoutes } from './current-user.ts'
import { controlDiscord } from './discord-control.ts'
import { type Discord, snowflakes } from './discord-state.ts'
import { guildRoutes } from './guild.ts'
import { sendHomePage } from './home-page.ts'
import { initialState } from './initial-state.ts'
import { authorizeRoutes } from './oauth-authorize.ts'
import { tokenRoutes } from './oauth-token.ts'
import { apiRefusal, notEmulated, Refusal } from './refusal.ts'
import { webhookRoutes } from './webhooks.ts'

interface DiscordEmulatorOptions {
  /** Its own URL, for example http://127.0.0.1:4332. */
  address: string
  /** Where users are stored across restarts; without it they are kept in memory. */
  folder?: string
  now?: () => number
}

const RETRY_AFTER_SECONDS = 0.2

/** Discord sign-in, roles and webhooks for one application with one server. Not listening yet. */
export const createDiscordEmulator = ({ address, folder, now = Date.now }: DiscordEmulatorOptions): Emulator => {
  const emulator = createEmulator({ isApiCall, failure })
  const { app } = emulator
  const kept = keepState(folder === undefined ? undefined : join(folder, 'discord.json'), initialState)
  const discord: Discord = { kept, address, now, newId: snowflakes(now) }
  emulator.onReset(() => kept.replace(initialState()))
  app.addHook('onClose', () => kept.flush())
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknown)

  authorizeRoutes(app, discord)
  avatarRoutes(app, discord)
  controlDiscord(emulator, discord)
  app.get('/', (_request, reply) => sendHomePage(reply, discord, emulator.faultsCard()))
  for (const prefix of ['/api', '/api/v10']) {
    app.register(
      async (api) => {
        tellLimits(api)
        tokenRoutes(api, discord)
        currentUserRoutes(api, discord)
        guildRoutes(api, discord)
        webhookRoutes(api, discord)
      },
      { prefix },
    )
  }
  return emulator
}

/** The API and the avatars, but not the authorization page. */
const isApiCall = (path: string) =>
  /^\/(api|avatars|embed)\//.test(path) && !/^\/api(\/v10)?\/oauth2\/authorize\b/.test(path)

const failure: FailureAnswer = (kind) =>
  kind === 'error'
    ? { status: 500, body: { message: '500: Internal Server Error', code: 0 } }
    : {
        status: 429,
        headers: {
          // Whole seconds, as HTTP requires. The body and the other header are exact.
          'retry-after': String(Math.ceil(RETRY_AFTER_SECONDS)),
          'x-ratelimit-scope': 'user',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset-after': String(RETRY_AFTER_SECONDS),
        },
        body: { message: 'You are being rate limited.', retry_after: RETRY_AFTER_SECONDS, global: false },
      }

const LIMIT = 10

/**
 * Clients throttle themselves by these headers. Normal responses always leave room; only a fault reaches the limit.
 */
const tellLimits = (api: FastifyInstance) => {
  api.addHook('onSend', async (request, reply) => {
    const bucket = createHash('sha256').update(`${request.method} ${request.routeOptions.url}`).digest('hex')
    reply.headers({ 'x-ratelimit-limit': String(LIMIT), 'x-ratelimit-bucket': bucket.slice(0, 32) })
    if (reply.hasHeader('x-ratelimit-remaining')) return
    reply.headers({ 'x-ratelimit-remaining': String(LIMIT - 1), 'x-ratelimit-reset-after': '1' })
  })
}

const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = refusalOf(error, request)
  return reply.code(status).send(body)
}

const refusalOf = (error: FastifyError, request: FastifyRequest) => {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return notEmulated(`bodies of the type ${request.headers['content-type']}`)
  }
  if (error instanceof SyntaxError) return apiRefusal(400, 50109, 'The request body contains invalid JSON.')
  return apiRefusal(error.statusCode ?? 500, 0, error.message)
}

const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
  if (!isApiCall(request.url)) return reply.code(404).send({ message: '404: Not Found', code: 0 })
  throw notEmulated(`${request.method} ${request.url.split('?')[0]}`)
}

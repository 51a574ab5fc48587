import type { FastifyInstance, FastifyRequest } from 'fastify'
import { liveApi } from '@slipstream/contract/live'
import type { CurrentUser } from '#lib/current-user.ts'
import { mount, mountStream } from '#lib/http/mount.ts'
import type { Live } from './open-live.ts'

export const liveRoutes = (app: FastifyInstance, { live }: { live: Live }) => {
  /** An administrator without the required second factor may follow only what a customer may follow. */
  const rightsOf = (user: CurrentUser, request: FastifyRequest): CurrentUser => {
    const isTrusted = !app.gate.lacksSecondFactor(request)
    return { ...user, isAdmin: user.isAdmin && isTrusted, isDeveloper: user.isDeveloper && isTrusted }
  }

  mountStream(app, liveApi.follow, async ({ query, user, request, start }) => {
    const person = rightsOf(user, request)
    const keys = await live.keysFor(person, query.topics)
    live.admit(person, request.ip)
    const sink = start()
    if (!sink) return
    const began = Date.now()
    const { close } = live.open({
      user: person,
      ip: request.ip,
      keys,
      sink,
      onEnd: (ending) =>
        request.log.info(
          { ending, topics: keys.length, seconds: Math.round((Date.now() - began) / 1_000) },
          'stream ended',
        ),
    })
    sink.once('close', close)
  })

  mount(app, liveApi.signal, async ({ body, user, request }) => {
    await live.signal(rightsOf(user, request), body.topic, body.kind)
    return { success: true as const }
  })
}

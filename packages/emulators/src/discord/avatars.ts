import type { FastifyInstance, FastifyReply } from 'fastify'
import { AVATAR } from './avatar-image.ts'
import type { Discord } from './discord-state.ts'
import { findUser } from './users.ts'

/** The routes of cdn.discordapp.com. */
export const avatarRoutes = (app: FastifyInstance, discord: Discord) => {
  app.get<{ Params: { user: string; file: string } }>('/avatars/:user/:file', ({ params }, reply) => {
    const [, hash] = /^([0-9a-f]{32})\.(?:png|webp|jpe?g)$/.exec(params.file) ?? []
    const user = findUser(discord, params.user)
    return hash !== undefined && user?.avatar === hash ? sendPicture(reply) : notFound(reply)
  })

  app.get<{ Params: { file: string } }>('/embed/avatars/:file', ({ params }, reply) => {
    return /^[0-5]\.png$/.test(params.file) ? sendPicture(reply) : notFound(reply)
  })
}

/** Always sends a PNG with the PNG content type, whatever format the URL asks for. Browsers show it anyway. */
const sendPicture = (reply: FastifyReply) =>
  reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('cache-control', 'public, max-age=31536000')
    .type('image/png')
    .send(AVATAR)

const notFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('')

import type { FastifyInstance, FastifyReply } from 'fastify'
import { drawAvatar } from './avatar-image.ts'
import type { Discord } from './discord-state.ts'
import { findUser } from './users.ts'

const USUAL_SIZE = 128
const LARGEST_SIZE = 1_024

interface Sized {
  Querystring: { size?: string }
}

/** The routes of cdn.discordapp.com. */
export const avatarRoutes = (app: FastifyInstance, discord: Discord) => {
  app.get<Sized & { Params: { user: string; file: string } }>('/avatars/:user/:file', ({ params, query }, reply) => {
    const [, hash] = /^([0-9a-f]{32})\.(?:png|webp|jpe?g)$/.exec(params.file) ?? []
    const user = findUser(discord, params.user)
    return hash !== undefined && user?.avatar === hash ? sendPicture(reply, hash, query.size) : notFound(reply)
  })

  app.get<Sized & { Params: { file: string } }>('/embed/avatars/:file', ({ params, query }, reply) => {
    const [, number] = /^([0-5])\.png$/.exec(params.file) ?? []
    return number === undefined ? notFound(reply) : sendPicture(reply, `default ${number}`, query.size)
  })
}

/** Always sends a PNG with the PNG content type, whatever format the URL asks for. Browsers show it anyway. */
const sendPicture = (reply: FastifyReply, seed: string, size: string | undefined) => {
  const wanted = size === undefined ? USUAL_SIZE : Number(size)
  if (!isOffered(wanted)) return reply.code(400).type('text/plain').send('Invalid size')
  return reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('cache-control', 'public, max-age=31536000')
    .type('image/png')
    .send(drawAvatar(seed, Math.min(wanted, LARGEST_SIZE)))
}

const isOffered = (size: number) => size >= 16 && size <= 4_096 && Number.isInteger(Math.log2(size))

const notFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('')

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EncodedBody } from './encoded-body.ts'

/** Sends a stored body in the encoding the client accepts, with a Vary header for caches. */
export const sendEncoded = (request: FastifyRequest, reply: FastifyReply, bodies: EncodedBody) => {
  const { encoding, body } = bodies.for(request.headers['accept-encoding'])
  reply.header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return body instanceof Promise ? body.then((ready) => reply.send(ready)) : reply.send(body)
}

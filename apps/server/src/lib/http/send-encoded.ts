import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EncodedBody } from './encoded-body.ts'

/** Sends a kept body in the form the client accepts; caches learn that it has several. */
export const sendEncoded = (request: FastifyRequest, reply: FastifyReply, bodies: EncodedBody) => {
  const { encoding, body } = bodies.for(request.headers['accept-encoding'])
  reply.header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return body instanceof Promise ? body.then((ready) => reply.send(ready)) : reply.send(body)
}

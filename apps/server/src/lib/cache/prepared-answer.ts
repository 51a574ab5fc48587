import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { encodedBody, type EncodedBody } from '../http/encoded-body.ts'
import type { AnyEndpoint, ResponseOf } from '@slipstream/contract/endpoint'

/** A response encoded once and sent many times. */
export interface PreparedAnswer {
  body: string
  encoded: EncodedBody
  /** A weak ETag, because the same response is sent plain or compressed. */
  etag: string
}

export const prepareAnswer = <const E extends AnyEndpoint>(api: E, value: ResponseOf<E>): PreparedAnswer =>
  preparedFrom(encodeAnswer(api, value))

export const encodeAnswer = <const E extends AnyEndpoint>(api: E, value: ResponseOf<E>): string =>
  JSON.stringify(z.encode(api.response, value))

export const preparedFrom = (body: string): PreparedAnswer => ({
  body,
  encoded: encodedBody(Buffer.from(body)),
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})

import type { AnyEndpoint, BodyInputOf } from '@slipstream/contract/endpoint'
import { FieldProblem } from './failure-text.ts'

/** Validates the body with the contract schema before it is sent, so that errors show without a round trip. */
export const checkedBody = <E extends AnyEndpoint>(api: E, body: BodyInputOf<E>): BodyInputOf<E> => {
  const problem = api.body?.safeParse(body).error?.issues[0]
  if (problem) throw new FieldProblem(problem.message)
  return body
}

import type { AnyEndpoint, BodyInputOf } from '@slipstream/contract/endpoint'
import { FieldProblem } from './failure-text.ts'

/** The body as it is sent, or the contract's word about what is wrong with it: the server would say the same, later. */
export const checkedBody = <E extends AnyEndpoint>(api: E, body: BodyInputOf<E>): BodyInputOf<E> => {
  const problem = api.body?.safeParse(body).error?.issues[0]
  if (problem) throw new FieldProblem(problem.message)
  return body
}

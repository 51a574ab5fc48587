/** Which files and hand-kept lists a feature is in, and which it lacks. */
import type { Feature, Item } from './item.ts'
import { LIST_CHECKS } from './list-checks.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { WEB_CHECKS } from './web-checks.ts'

export const checklist = (feature: Feature): Item[] =>
  [...SERVER_CHECKS, ...LIST_CHECKS, ...WEB_CHECKS].map((check) => check(feature))

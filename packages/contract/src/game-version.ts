import * as z from 'zod/mini'
import { RELEASE_LIMITS } from './release-limits.ts'
import { text } from './text.ts'

export const GameVersionName = text(RELEASE_LIMITS.gameVersion).check(
  z.regex(/^\d+(\.\d+){0,3}$/, 'Use numbers with dots, like 0.36.'),
)

import { COUNT_LIMIT } from '@slipstream/contract/catalogue'
import type { Count } from '@slipstream/contract/mods'

export const capped = (count: number): Count => ({ count: Math.min(count, COUNT_LIMIT), orMore: count > COUNT_LIMIT })

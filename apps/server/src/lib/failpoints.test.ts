import { afterEach, expect, test } from 'vitest'
import { FAILPOINTS, failpoint, onFailpoint, SUBSCRIPTION_FAILPOINTS } from './failpoints.ts'

const ALL = [...FAILPOINTS, ...SUBSCRIPTION_FAILPOINTS]

afterEach(() => onFailpoint(() => {}))

test('a failpoint does nothing unless a listener is installed', () => {
  for (const point of ALL) expect(failpoint(point)).toBeUndefined()
  const reached: string[] = []
  onFailpoint((point) => reached.push(point))
  for (const point of ALL) failpoint(point)
  expect(reached).toEqual(ALL)
})

import { afterEach, expect, test } from 'vitest'
import { FAILPOINTS, failpoint, onFailpoint } from './failpoints.ts'

afterEach(() => onFailpoint(() => {}))

test('a failpoint does nothing unless a listener is installed', () => {
  for (const point of FAILPOINTS) expect(failpoint(point)).toBeUndefined()
  const reached: string[] = []
  onFailpoint((point) => reached.push(point))
  for (const point of FAILPOINTS) failpoint(point)
  expect(reached).toEqual([...FAILPOINTS])
})

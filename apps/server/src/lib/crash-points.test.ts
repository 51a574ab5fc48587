import { afterEach, expect, test } from 'vitest'
import { CRASH_POINTS, noticeCrashPoints, passed } from './crash-points.ts'

afterEach(() => noticeCrashPoints(() => {}))

test('passing a point does nothing, unless somebody wants to notice it', () => {
  for (const point of CRASH_POINTS) expect(passed(point)).toBeUndefined()
  const noticed: string[] = []
  noticeCrashPoints((point) => noticed.push(point))
  for (const point of CRASH_POINTS) passed(point)
  expect(noticed).toEqual([...CRASH_POINTS])
})

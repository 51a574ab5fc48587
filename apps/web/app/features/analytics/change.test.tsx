import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Change } from './change.tsx'

const shown = (props: Parameters<typeof Change>[0]) => {
  const { container, unmount } = render(<Change {...props} />)
  const [text, style] = [container.textContent, container.firstElementChild?.className ?? '']
  unmount()
  return [text, /text-(success|destructive|muted)/.exec(style)?.[1]]
}

test('a change has a sign, and it is green if it is good and red if it is bad', () => {
  expect(shown({ now: 120, before: 100 })).toEqual(['+20%', 'success'])
  expect(shown({ now: 80, before: 100 })).toEqual(['−20%', 'destructive'])
  expect(shown({ now: 80, before: 100, isLessBetter: true })).toEqual(['−20%', 'success'])
  expect(shown({ now: 102, before: 100 })).toEqual(['+2%', 'muted'])
})

test('the change of a rate is shown in percentage points', () => {
  expect(shown({ now: 0.025, before: 0.039, isRate: true, isLessBetter: true })).toEqual(['−1.4 pt', 'success'])
})

test('no change is shown without a previous value to compare with', () => {
  expect(shown({ now: 100, before: 0 })).toEqual(['', undefined])
  expect(shown({ now: null, before: 1 })).toEqual(['', undefined])
})

test('growth from a near-zero period is capped at >+999%', () => {
  expect(shown({ now: 149_956, before: 699 })).toEqual(['>+999%', 'success'])
  expect(shown({ now: 1099, before: 100 })).toEqual(['+999%', 'success'])
})

test('a change from a negative value still has the right sign', () => {
  expect(shown({ now: 50, before: -100 })).toEqual(['+150%', 'success'])
})

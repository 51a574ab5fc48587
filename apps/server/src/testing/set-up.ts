import { vi } from 'vitest'

const PATIENCE_MS = 10_000

// A busy machine may take longer than vitest's default of one second to reach the expected state.
const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  const waitPatiently: typeof waitFor = (reached, options = {}) =>
    waitFor(reached, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
  vi.waitFor = waitPatiently
}

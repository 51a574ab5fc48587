import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A busy machine may take longer than a second to reach the expected state.
configure({ asyncUtilTimeout: 5_000 })

// Browser APIs that jsdom lacks and overlays need.
globalThis.ResizeObserver = class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => undefined
Element.prototype.releasePointerCapture = () => undefined

// Before each file. Libraries and the DOM stay loaded; our modules are loaded again, so their state and hooks are new.
vi.resetModules()
// The elements themselves stay, because libraries keep references to them.
for (const element of [document.documentElement, document.head, document.body]) {
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
}
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

// Anything that a test leaves mounted or mocked would affect the next one.
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // Must come last: restoring a timer that was spied on brings back the fake one.
  vi.useRealTimers()
})

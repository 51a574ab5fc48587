/** One cold load of a page on a slow phone, and the first tap there. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { MeasuredPage } from './pages.ts'

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to the server and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** A page that is busy rendering sends no requests for a while. */
const QUIET_MS = 2_500

export interface Load {
  ttfbMs: number
  lcpMs: number
  /** The start of the largest text or picture, to find it. */
  lcpOf: string
  cls: number
  /** From the tap to the next paint. */
  tapMs: number
  /** The longest task after the tap. */
  longTaskMs: number
  /** Transferred bytes by kind. */
  bytes: Map<string, number>
}

interface Watched {
  lcp: number
  lcpOf: string
  cls: number
  tasks: number[]
  taps: number[]
}

/** Runs in the page before its own scripts. A string, because these files have no DOM types. */
const WATCH = `
  const seen = (globalThis.seen = { lcp: 0, lcpOf: '', cls: 0, tasks: [], taps: [] })
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, durationThreshold: 16 })
  observe('largest-contentful-paint', ({ startTime, element, url }) => {
    seen.lcp = startTime
    seen.lcpOf = url ? new URL(url).pathname : (element?.textContent ?? '')
  })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value })
  observe('longtask', ({ duration }) => { seen.tasks.push(duration) })
  observe('event', ({ duration, interactionId }) => { if (interactionId) seen.taps.push(duration) })`
const seenBy = (page: Page) => page.evaluate<Watched>('globalThis.seen')
const firstByteOf = (page: Page) => page.evaluate<number>(`performance.getEntriesByType('navigation')[0].responseStart`)

const countBytes = async (session: CDPSession) => {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')
  return bytes
}

/** No request for a while, and the CPU has had time to finish. A live stream never ends, so it does not count. */
const settled = async (page: Page) => {
  let last = Date.now()
  const note = () => {
    last = Date.now()
  }
  page.on('request', note).on('requestfinished', note)
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100)
  page.off('request', note).off('requestfinished', note)
}

export const loadOnce = async (
  browser: Browser,
  origin: string,
  { path, act }: MeasuredPage,
  { slowdown, storageState }: { slowdown: number; storageState: BrowserContextOptions['storageState'] },
): Promise<Load> => {
  const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const bytes = await countBytes(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript({ content: WATCH })
    await page.goto(origin + path)
    await settled(page)
    const loaded = await seenBy(page)
    const ttfbMs = await firstByteOf(page)
    const atLoad = new Map(bytes)
    await act(page)
    await settled(page)
    const { cls, tasks, taps } = await seenBy(page)
    return {
      ttfbMs,
      lcpMs: loaded.lcp,
      lcpOf: loaded.lcpOf.trim().slice(0, 32),
      cls,
      tapMs: Math.max(0, ...taps),
      longTaskMs: Math.max(0, ...tasks.slice(loaded.tasks.length)),
      bytes: atLoad,
    }
  } finally {
    await context.close()
  }
}

import type { CDPSession, Locator, Page } from '@playwright/test'
import { api } from './api.ts'
import { expect, forgetComplaints, test } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const PHONE = { width: 390, height: 844 }

/** A first visit with a quarter of this machine's CPU speed, at 4 Mbit/s. */
const slowDown = async (session: CDPSession) => {
  await session.send('Network.clearBrowserCache')
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 500_000,
    uploadThroughput: 500_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Records when the visitor first clicked or pressed Enter, and whether the page was hydrated by then. */
const noteFirstClick = () => {
  const note = (event: Event) => {
    if (!event.isTrusted || sessionStorage.getItem('clickedAt') !== null) return
    if (event instanceof KeyboardEvent && event.key !== 'Enter') return
    const control = event.target instanceof Element ? event.target.closest('button,input,label') : null
    // The page moved after the point to click was chosen, so the click missed the control.
    if (!control) return
    const isAwake = Object.keys(control).some((key) => key.startsWith('__reactProps$'))
    sessionStorage.setItem('clickedAt', String(Date.now()))
    sessionStorage.setItem('wasAwake', String(isAwake))
  }
  addEventListener('pointerdown', note, true)
  addEventListener('keydown', note, true)
}

/** Clicks as soon as the control is painted, without waiting until it is stable. A click that misses is repeated. */
const clickAtOnce = async (control: Locator) => {
  await control.waitFor()
  await expect(async () => {
    await control.click({ force: true, timeout: 5_000 })
    expect(await control.page().evaluate(() => sessionStorage.getItem('clickedAt'))).not.toBeNull()
  }).toPass()
}

/** Requests that the browser has sent and not finished, by address. */
const watchRequests = (session: CDPSession) => {
  const open = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId }) => open.delete(requestId))
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const address = open.get(requestId)
    if (address) open.set(requestId, `${address} failed: ${errorText}`)
  })
  return open
}

type Queue = { kind: string; node: HTMLElement }[] & { wake?: unknown }

/** What is known about a click whose effect did not come: attached to the failed test. */
const describeLostClick = async (page: Page, open: ReadonlyMap<string, string>) => {
  const inPage = await page.evaluate(() => {
    const queue = (window as Window & { earlyEvents?: Queue }).earlyEvents
    return {
      readyState: document.readyState,
      now: Math.round(performance.now()),
      isMainHydrated: Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
      queued: queue?.map(({ kind, node }) => ({
        kind,
        node: node.outerHTML.slice(0, 200),
        isConnected: node.isConnected,
        isHydrated: Object.keys(node).some((key) => key.startsWith('__reactProps$')),
      })),
      isWaitingForReplay: queue?.wake === undefined,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('.js'))
        .map(({ name, startTime, duration }) => `${name} ${Math.round(startTime)} +${Math.round(duration)}`),
    }
  })
  const body = JSON.stringify({ ...inPage, unfinished: [...open.values()] }, null, 2)
  await test.info().attach('lost click', { body, contentType: 'application/json' })
}

const logInToast = (page: Page) => page.getByText('Please log in to add items to your cart.').first()

interface Act {
  name: string
  path: string
  act: (page: Page) => Promise<void>
  effect: (page: Page) => Promise<void>
}

const ACTS: readonly Act[] = [
  {
    name: 'Add to cart on the details of a mod',
    path: '/mods/1',
    act: (page) => clickAtOnce(page.getByRole('button', { name: /^Add to cart/ }).first()),
    effect: (page) => logInToast(page).waitFor(),
  },
  {
    name: 'the phone menu',
    path: '/',
    act: (page) => clickAtOnce(page.getByRole('button', { name: 'Open menu' })),
    effect: (page) => page.getByRole('dialog', { name: 'Menu' }).waitFor(),
  },
]

// `npm run e2e -- slow-phone --repeat-each 10 --reporter json` prints the time from click to effect of each run.
for (const { name, path, act, effect } of ACTS) {
  test(`on a slow phone, ${name} works on the first click, however early`, async ({ page, devtools, complaints }) => {
    await page.setViewportSize(PHONE)
    // Below the limit of the test, so that a lost click can still be described.
    page.setDefaultTimeout(40_000)
    await page.addInitScript(noteFirstClick)
    await slowDown(devtools)
    const open = watchRequests(devtools)
    await page.goto(path, { waitUntil: 'commit' })
    await act(page)
    await effect(page).catch(async (error: unknown) => {
      await describeLostClick(page, open)
      throw error
    })
    const [tookMs, wasAwake] = await page.evaluate(() => [
      Date.now() - Number(sessionStorage.getItem('clickedAt')),
      sessionStorage.getItem('wasAwake'),
    ])
    test.info().annotations.push({ type: 'click to effect', description: `${tookMs} ms, awake: ${wasAwake}` })
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    // Until the sign-in state is known, the page sends a request, which the server rejects.
    forgetComplaints(complaints, (complaint) => complaint.includes(api('/api/cart')))
  })
}

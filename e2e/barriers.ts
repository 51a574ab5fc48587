import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
}

/** Axe stays in the page for the next run: it takes long to load, and runs faster once it is compiled. */
const examine = async (page: Page, except: string[]) => {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(AXE)
  return page.evaluate(async (off) => {
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
    const { axe } = window as unknown as WithAxe
    return (await axe.run(document, { resultTypes: ['violations'], rules })).violations
  }, except)
}

/** Merging the results of frames takes a second page. */
const examineFrames = async (page: Page, except: string[]) => {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).disableRules(except)
  return (await axe.analyze()).violations
}

/** A text that fades in has too little contrast until it is there. Spinners never end. */
const endOfAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })

/** The axe violations of the current page: the rule and the first element that breaks it. */
export const barriersOn = async (page: Page, { except = [] }: { except?: string[] } = {}) => {
  await endOfAnimations(page)
  const violations = await (page.frames().length === 1 ? examine : examineFrames)(page, except)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many pixels the page is wider than the window. */
export const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Sets the theme of the open page like the script in its head; not every page has a switch. */
export const showTheme = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), colorScheme === 'dark')
  await endOfAnimations(page)
}

/** The open page, at the size it has: no axe violations in either theme, and nothing sticks out. */
export const expectNoBarriersHere = async (page: Page) => {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    expect(await barriersOn(page), theme).toEqual([])
  }
  expect(await sidewaysOverflow(page)).toBe(0)
}

const DESKTOP = { name: 'in a wide window', width: 1440, height: 900 }
const PHONE = { name: 'on a phone', width: 390, height: 844 }

/** Opens a page: it must fit a phone, and have no axe violations there or in a wide window, in either theme. */
export const expectNoBarriers = async (page: Page, path: string, ready: Locator) => {
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await expect(ready).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await sidewaysOverflow(page), path).toBe(0)
  for (const { name, ...size } of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      expect(await barriersOn(page), `${path} ${name}, ${theme}`).toEqual([])
    }
  }
}

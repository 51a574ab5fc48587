import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
}

interface Rules {
  except?: string[]
  /** Checks only colors. The elements, their names, order and size cannot differ between the themes. */
  onlyColors?: boolean
}

const optionsOf = ({ except = [], onlyColors = false }: Rules): RunOptions => ({
  resultTypes: ['violations'],
  // Frames hold a page with a check of its own, or a mail in a sandbox that axe cannot enter.
  iframes: false,
  // The tag `cat.color` would turn on the rule for a contrast of 7:1, which is off by default.
  rules: Object.fromEntries([...except, 'color-contrast-enhanced'].map((rule) => [rule, { enabled: false }])),
  ...(onlyColors && { runOnly: ['cat.color'] }),
})

/** Axe stays in the page for the next run: it takes long to load, and runs faster once it is compiled. */
const examine = async (page: Page, options: RunOptions) => {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(AXE)
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as WithAxe
    return (await axe.run(document, chosen)).violations
  }, options)
}

/**
 * Text that fades in has too little contrast until the animation ends. Spinners never end, so they are not waited for.
 */
const endOfAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })

/** The axe violations of the current page: the rule and the first element that breaks it. */
export const barriersOn = async (page: Page, rules: Rules = {}) => {
  await endOfAnimations(page)
  const violations = await examine(page, optionsOf(rules))
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many pixels the page is wider than the window. */
export const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Sets the theme of the open page like the script in its head; not every page has a switch. */
const showTheme = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), colorScheme === 'dark')
  await endOfAnimations(page)
}

/** Checks all rules in the dark theme, and only the color rules in the light one. */
const expectNoBarriersInThemes = async (page: Page, where: string) => {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    expect(await barriersOn(page, { onlyColors: theme === 'light' }), `${where} ${theme}`).toEqual([])
  }
}

/** Checks the open page at its current size: no axe violations in either theme, and nothing overflows the window. */
export const expectNoBarriersHere = async (page: Page) => {
  await expectNoBarriersInThemes(page, page.url())
  expect(await sidewaysOverflow(page)).toBe(0)
}

const DESKTOP = { name: 'in a wide window', width: 1440, height: 900 }
const PHONE = { name: 'on a phone', width: 390, height: 844 }

/** Opens a page, which must fit a phone and have no axe violations in either theme, on a phone or in a wide window. */
export const expectNoBarriers = async (page: Page, path: string, ready: Locator) => {
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await expect(ready).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await sidewaysOverflow(page), path).toBe(0)
  for (const { name, ...size } of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await expectNoBarriersInThemes(page, `${path} ${name},`)
  }
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on the page as it is now: the rule and the first place that breaks it. */
export const barriersOn = async (page: Page, { except = [] }: { except?: string[] } = {}) => {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).disableRules(except)
  // Putting the frames of a page together takes a second page; where there are none, one does.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** By how many pixels the page is wider than the window. */
export const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Changes the theme of the open page as the script in its head would have set it; not every page has a switch. */
export const showTheme = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  }, colorScheme === 'dark')
}

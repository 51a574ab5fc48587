import type { Locator } from '@playwright/test'

/** Clicks and types for a visitor, and counts the clicks and fields. Choosing a file counts as one click. */
export const countingHand = () => {
  const used = { clicks: 0, fields: 0 }
  const click = async (target: Locator) => {
    used.clicks += 1
    await target.click()
  }
  return {
    used,
    click,
    type: async (target: Locator, text: string) => {
      await click(target)
      used.fields += 1
      await target.fill(text)
    },
    drop: async (target: Locator, file: string) => {
      used.clicks += 1
      await target.setInputFiles(file)
    },
  }
}

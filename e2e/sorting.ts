import type { Page } from '@playwright/test'
import { expect } from './store.ts'

/**
 * Moves a grabbed row by one place. A list reacts to the arrow keys only once it has measured its rows, so this
 * retries.
 */
export const pressUntilSaid = (page: Page, key: 'ArrowDown' | 'ArrowUp', words: string) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(words)).toBeAttached({ timeout: 4_000 })
  }).toPass()

import type { Page } from '@playwright/test'
import { expect } from './store.ts'

/** Moves a grabbed row by one place. A list hears the arrow keys only when it has measured its rows. */
export const pressUntilSaid = (page: Page, key: 'ArrowDown' | 'ArrowUp', words: string) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(words)).toBeAttached({ timeout: 4_000 })
  }).toPass()

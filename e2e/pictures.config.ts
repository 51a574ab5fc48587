import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run pictures`: takes the pictures of the README from the demo store. */
export default defineConfig(journeys, { testMatch: 'pictures.ts', workers: 1, retries: 0 })

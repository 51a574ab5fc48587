import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run test:emulators`: the pages of the emulators, without a store. */
export default defineConfig({ ...journeys, testDir: 'emulators', testIgnore: [], globalSetup: [] })

import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run try:docker` starts the store and says where it is. */
export default defineConfig(
  { ...journeys, globalSetup: [] },
  { testMatch: 'shipped-purchase.ts', workers: 1, retries: 0 },
)

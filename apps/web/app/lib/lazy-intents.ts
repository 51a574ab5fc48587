import type { Intent } from './intents.ts'

/** Loads on the click. If it fails to load, the visitor has to click again after signing in. */
export const keepIntent = (intent: Intent) =>
  import('./intents.ts').then((module) => module.keepIntent(intent)).catch(() => undefined)

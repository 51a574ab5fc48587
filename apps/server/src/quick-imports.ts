/**
 * Loaded before the store with `node --import`. For each import of a file Node reads its package's package.json again.
 * Drizzle's lists 130 KB of files, which takes more than half of the processor time of a start. Remove this when
 * `node --cpu-prof` of a start without it shows no `package_json_reader` anymore.
 */
import { registerHooks, type ResolveFnOutput } from 'node:module'

const PACKAGE = 'drizzle-orm'
const INSIDE = `/node_modules/${PACKAGE}/`

/** The file behind a name such as drizzle-orm/pg-core. */
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL, conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('./') || specifier.startsWith('../')) {
      if (!parentURL?.includes(INSIDE) || !specifier.endsWith('.js')) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (specifier !== PACKAGE && !specifier.startsWith(`${PACKAGE}/`)) return next(specifier, context)
    const known = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type CruisedModule, featureGraph } from './feature-graph.ts'
import { repositoryRoot } from './services/places.ts'

interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[] }
  modules: CruisedModule[]
}

/** Runs dependency-cruiser on a repository with our layout and these files. */
const cruise = (files: Record<string, string>) => {
  const house = mkdtempSync(join(tmpdir(), 'rooms-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(house, name)), { recursive: true })
      writeFileSync(join(house, name), content)
    }
    const bin = join(repositoryRoot, 'node_modules/.bin/depcruise')
    const config = join(repositoryRoot, '.dependency-cruiser.js')
    const { stdout } = spawnSync(bin, ['.', '--config', config, '--output-type', 'json'], {
      cwd: house,
      encoding: 'utf8',
    })
    return JSON.parse(stdout) as Cruise
  } finally {
    rmSync(house, { recursive: true })
  }
}

const brokenRules = (files: Record<string, string>) =>
  cruise(files)
    .summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
    .sort()

test('only tests and journeys may import emulators, and emulators import neither the store nor each other', () => {
  const planted = {
    'packages/emulators/src/stripe/stripe-emulator.ts': "export * from '../discord/discord-emulator.ts'\n",
    'packages/emulators/src/discord/discord-emulator.ts': "import type {} from '../../../../apps/server/src/app.ts'\n",
    'packages/emulators/src/start-emulators.ts': "export * from './stripe/stripe-emulator.ts'\n",
    'apps/server/src/app.ts': 'export {}\n',
    'apps/server/src/gateways/payments.ts': "import '../../../../packages/emulators/src/start-emulators.ts'\n",
    'apps/web/app/root.tsx': "import type {} from '../../../packages/emulators/src/start-emulators.ts'\n",
    'packages/db/src/seed.ts': "import '../../emulators/src/start-emulators.ts'\n",
    'e2e/checkout.spec.ts': "import '../packages/emulators/src/start-emulators.ts'\n",
  }
  expect(brokenRules(planted)).toEqual([
    'apps/server/src/gateways/payments.ts: server-has-no-screen',
    'apps/web/app/root.tsx: web-talks-http',
    'packages/db/src/seed.ts: db-knows-only-the-contract',
    'packages/emulators/src/discord/discord-emulator.ts: emulators-stand-alone',
    'packages/emulators/src/stripe/stripe-emulator.ts: emulators-do-not-meet',
  ])
})

const FEATURES = 'apps/server/src/features'
const ARROWS_DOWN = {
  [`${FEATURES}/cart/cart.service.ts`]: "export * from '../catalogue/mod-cards.service.ts'\n",
  [`${FEATURES}/catalogue/mod-cards.service.ts`]: 'export const cards = 1\n',
  [`${FEATURES}/checkout/quote.service.ts`]: "import '../cart/cart.service.ts'\n",
  [`${FEATURES}/team/team.service.ts`]: 'export const team = 1\n',
}

test('features form layers, and each imports only from the layers before its own', () => {
  const graph = featureGraph(cruise(ARROWS_DOWN).modules, FEATURES)
  expect(graph).toEqual({ layers: [['catalogue', 'team'], ['cart'], ['checkout']], knots: [] })
})

test('an import cycle between features is found even if no files form a cycle', () => {
  const planted = {
    ...ARROWS_DOWN,
    [`${FEATURES}/catalogue/in-cart.service.ts`]: "import type {} from '../checkout/quote.service.ts'\n",
    [`${FEATURES}/catalogue/catalogue.test.ts`]: "import '../team/team.service.ts'\n",
  }
  const { modules, summary } = cruise(planted)
  expect(summary.violations.filter(({ rule }) => rule.name === 'no-cycles')).toEqual([])
  const { layers, knots } = featureGraph(modules, FEATURES)
  expect(layers).toEqual([['cart+catalogue+checkout', 'team']])
  expect(knots).toEqual([
    {
      features: ['cart', 'catalogue', 'checkout'],
      imports: [
        `${FEATURES}/cart/cart.service.ts -> ${FEATURES}/catalogue/mod-cards.service.ts`,
        `${FEATURES}/catalogue/in-cart.service.ts -> ${FEATURES}/checkout/quote.service.ts`,
        `${FEATURES}/checkout/quote.service.ts -> ${FEATURES}/cart/cart.service.ts`,
      ],
    },
  ])
})

test('production imports no demo code, no feature imports the routes of another, and every service uses the database', () => {
  const planted = {
    'packages/db/src/client.ts': 'export type Db = 1\n',
    'packages/demo/src/seed-demo.ts': "import type {} from '../../db/src/client.ts'\n",
    'apps/server/src/app.ts': "import '../../../packages/demo/src/seed-demo.ts'\n",
    'apps/server/src/demo/seed.ts': "import '../../../../packages/demo/src/seed-demo.ts'\n",
    [`${FEATURES}/team/team.routes.ts`]: 'export {}\n',
    [`${FEATURES}/team/team.service.ts`]: "import type {} from '../../../../../packages/db/src/client.ts'\n",
    [`${FEATURES}/team/words.service.ts`]: 'export {}\n',
    [`${FEATURES}/cart/cart.ts`]: "import '../team/team.routes.ts'\n",
  }
  expect(brokenRules(planted)).toEqual([
    'apps/server/src/app.ts: demo-stays-out-of-production',
    'apps/server/src/features/cart/cart.ts: features-keep-their-doors',
    'apps/server/src/features/team/words.service.ts: services-use-the-database',
  ])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './services/places.ts'

/** The rules that are broken in a house built like ours with these files. */
const brokenRules = (files: Record<string, string>) => {
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
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
    return summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()
  } finally {
    rmSync(house, { recursive: true })
  }
}

test('the store may import no emulator, emulators neither the store nor each other; journeys may use them', () => {
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

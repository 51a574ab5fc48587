/**
 * npm run check:nightly: what is slow and rarely breaks, and the figures at their full size, one after the other on a
 * machine that does nothing else. It takes hours. `.ci/run` has a small version of each that proves money, access or a
 * crash. Starts and stops its own services.
 */
import { runCommands } from './run-commands.ts'

const failed = await runCommands(
  [
    'npm run --silent build',
    'npm run --silent test:emulators',
    'SWEEP=whole npm run --silent e2e -- sweep',
    'npm run --silent walk',
    'npm run --silent fuzz -- --requests 200000',
    'npm run --silent abuse',
    'npm run --silent lost-hour -- --orders 100000',
    'npm run --silent storm',
    'npm run --silent restore-drill',
    'npm run --silent live-streams',
    'npm run --silent newsletter-drill',
    'npm run --silent drill:failover',
    'npm run --silent test:pooled',
    'npm run --silent growth',
  ],
  true,
  1,
)

if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exit(1)
}

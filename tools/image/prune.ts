/**
 * npm run prune:production: leaves only what production needs, as deploy/Dockerfile does after the build: no demo, and of
 * the packages those that are not for development.
 * `npm prune --omit=dev` alone keeps TypeScript, because packages of production could use it if it were there.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { developmentPeers, readLockfile } from '../bench/production-packages.ts'
import { repositoryRoot } from '../services/places.ts'

/** A store that sells has no demo. */
const DEMO = ['packages/demo', 'apps/server/src/demo']

execFileSync('npm', ['prune', '--omit=dev', '--offline', '--ignore-scripts'], { cwd: repositoryRoot, stdio: 'inherit' })
for (const folder of [...developmentPeers(readLockfile(repositoryRoot)), ...DEMO]) {
  rmSync(join(repositoryRoot, folder), { recursive: true, force: true })
}

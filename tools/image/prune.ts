/**
 * npm run prune:production: keeps only what production needs, as deploy/Dockerfile does after the build: no demo and no
 * development packages. `npm prune --omit=dev` alone keeps TypeScript, because it is an optional peer dependency of a
 * production package.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { developmentPeers, readLockfile } from '../bench/production-packages.ts'
import { repositoryRoot } from '../services/places.ts'

/** A production store has no demo data. */
const DEMO = ['packages/demo', 'apps/server/src/demo']

execFileSync('npm', ['prune', '--omit=dev', '--offline', '--ignore-scripts'], { cwd: repositoryRoot, stdio: 'inherit' })
for (const folder of [...developmentPeers(readLockfile(repositoryRoot)), ...DEMO]) {
  rmSync(join(repositoryRoot, folder), { recursive: true, force: true })
}

/**
 * npm run prune:production: leaves only the packages that production needs, as deploy/Dockerfile does after the build.
 * `npm prune --omit=dev` alone keeps TypeScript, because packages of production could use it if it were there.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { developmentPeers, readLockfile } from '../bench/production-packages.ts'
import { repositoryRoot } from '../services/places.ts'

execFileSync('npm', ['prune', '--omit=dev', '--offline', '--ignore-scripts'], { cwd: repositoryRoot, stdio: 'inherit' })
for (const folder of developmentPeers(readLockfile(repositoryRoot))) {
  rmSync(join(repositoryRoot, folder), { recursive: true, force: true })
}

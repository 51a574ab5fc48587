/**
 * npm run lint:packages: counts the packages that production installs. Each is code that somebody must keep up to date.
 */
import { productionFolders, readLockfile } from './bench/production-packages.ts'
import { repositoryRoot } from './services/places.ts'

/** Variants of one package for several platforms are not counted. A new package needs a reason, written down where this number is raised. */
const BUDGET = 327

const lockfile = readLockfile(repositoryRoot)
const count = productionFolders(lockfile).filter((folder) => !lockfile.packages[folder]?.os).length
console.log(`${count} production packages, ${BUDGET} allowed`)
if (count > BUDGET) {
  console.error('Do without the new package, or raise the budget in tools/check-packages.ts and say why in a decision.')
  process.exitCode = 1
}

/**
 * npm run lint:imports: compares the packages that the built store loads with those that production installs. A
 * development dependency is present while we build and test, but missing in the image.
 */
import { requireBuild } from '../bench/built-store.ts'
import { readLockfile } from '../bench/production-packages.ts'
import { bareImports, missingImports } from './production-imports.ts'
import { repositoryRoot } from '../services/places.ts'
import { printError } from '../services/unprepared.ts'

const readImports = () => {
  try {
    requireBuild()
    return bareImports(repositoryRoot)
  } catch (error) {
    printError(error)
    process.exit(1)
  }
}

const imports = readImports()
const missing = missingImports(imports, readLockfile(repositoryRoot))
for (const { file, name } of missing) console.error(`${file} imports ${name}, which production does not install`)
if (missing.length > 0) process.exit(1)
console.log(`${imports.length} imported packages are installed in production`)

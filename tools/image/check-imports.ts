/**
 * npm run lint:imports: compares the packages that the built store loads with those that production installs. A
 * development dependency is present while we build and test, but missing in the image.
 */
import { readLockfile } from '../bench/production-packages.ts'
import { bareImports, missingImports } from './production-imports.ts'
import { repositoryRoot } from '../services/places.ts'

const imports = bareImports(repositoryRoot)
const missing = missingImports(imports, readLockfile(repositoryRoot))
for (const { file, name } of missing) console.error(`${file} imports ${name}, which production does not install`)
if (missing.length > 0) process.exit(1)
console.log(`${imports.length} imported packages are installed in production`)

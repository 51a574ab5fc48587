/**
 * npm run lint:imports: compares every package that the built store loads with those that production installs. A package
 * that is only a development dependency is there while we build and test, and gone in the image.
 */
import { readLockfile } from '../bench/production-packages.ts'
import { bareImports, missingImports } from './production-imports.ts'
import { repositoryRoot } from '../services/places.ts'

const imports = bareImports(repositoryRoot)
const missing = missingImports(imports, readLockfile(repositoryRoot))
for (const { file, name } of missing) console.error(`${file} imports ${name}, which production does not install`)
if (missing.length > 0) process.exit(1)
console.log(`${imports.length} imported packages are installed in production`)

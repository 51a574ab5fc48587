/**
 * npm run sbom: prints the software bill of materials of production, as CycloneDX. `npm sbom --omit=dev` would leave out the
 * packages of workspaces, which are most of them, so everything is listed and development packages are removed here.
 */
import { execFileSync } from 'node:child_process'
import { productionFolders, readLockfile } from './bench/production-packages.ts'
import { repositoryRoot } from './services/places.ts'

interface Bill {
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const lockfile = readLockfile(repositoryRoot)
const used = new Set(
  productionFolders(lockfile).map(
    (folder) => `${folder.split('node_modules/').at(-1)}@${lockfile.packages[folder]?.version}`,
  ),
)
const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const listed = execFileSync('npm', args, {
  cwd: repositoryRoot,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const bill = JSON.parse(listed) as Bill
const components = bill.components.filter((component) => used.has(component['bom-ref']))
const missing = used.size - components.length
if (missing !== 0) throw new Error(`${missing} production packages are not in npm's list`)
const dependencies = bill.dependencies.flatMap(({ ref, dependsOn }) =>
  used.has(ref) ? [{ ref, dependsOn: dependsOn.filter((name) => used.has(name)) }] : [],
)
console.log(JSON.stringify({ ...bill, components, dependencies }, null, 2))

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { placesOf, productionFolders, type Lockfile } from '../bench/production-packages.ts'

/** Imports of the development server only, behind a condition that is never true in production. */
const DEVELOPMENT_ONLY = new Set(['apps/server/src/plugins/web-development.ts'])

export interface BareImport {
  file: string
  name: string
}

interface FoundImport {
  specifier: string
  isDynamic: boolean
}

/** The modules a file loads at runtime. Types are stripped, including `import type`. */
export const importsOf = (fileName: string, text: string): FoundImport[] => {
  const found: FoundImport[] = []
  const add = (specifier: ts.Expression | undefined, isDynamic = false) => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ specifier: specifier.text, isDynamic })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) {
      add(node.moduleSpecifier)
    } else if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], true)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest))
  return found
}

/** All packages that the commands in apps/server/src/bin and the built pages load, each with one importing file. */
export const bareImports = (root: string): BareImport[] => {
  const seen = new Set<string>()
  const bare = new Map<string, BareImport>()
  const waiting = [...commandFiles(root), ...builtFiles(root)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const from = relative(root, file)
    for (const { specifier, isDynamic } of importsOf(file, readFileSync(file, 'utf8'))) {
      const next = ownFile(root, file, specifier)
      if (next !== undefined) waiting.push(next)
      else if (isPackage(specifier) && !(isDynamic && DEVELOPMENT_ONLY.has(from))) {
        const name = packageName(specifier)
        bare.set(`${workspaceOf(from)} ${name}`, { file: from, name })
      }
    }
  }
  return [...bare.values()]
}

/** Imports that an installation without development packages cannot resolve. */
export const missingImports = (imports: readonly BareImport[], lockfile: Lockfile): BareImport[] => {
  const installed = new Set(productionFolders(lockfile))
  const isThere = (place: string) => installed.has(place) || lockfile.packages[place]?.link === true
  return imports.filter(({ file, name }) => !placesOf(name, dirname(file)).some(isThere))
}

const commandFiles = (root: string) => filesBelow(join(root, 'apps/server/src/bin'), /(?<!\.test)\.ts$/)
const builtFiles = (root: string) => filesBelow(join(root, 'apps/web/build/server'), /\.js$/)

const filesBelow = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Resolves a relative path, a server alias (`#lib/…`) or one of our packages to a file of this repository. */
const ownFile = (root: string, importer: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return existingFile(resolve(dirname(importer), specifier))
  if (specifier.startsWith('#')) return existingFile(join(root, 'apps/server/src', specifier.slice(1)))
  const [, name, rest] = /^@slipstream\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? undefined : existingFile(join(root, 'packages', name, 'src', `${rest}.ts`))
}

const existingFile = (file: string) => {
  if (!existsSync(file)) throw new Error(`${file} is imported and does not exist`)
  return file.endsWith('.ts') || file.endsWith('.js') ? file : undefined
}

const isPackage = (specifier: string) => /^[@a-z]/i.test(specifier) && !specifier.startsWith('node:')
const packageName = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
const workspaceOf = (file: string) => file.split('/', 2).join('/')

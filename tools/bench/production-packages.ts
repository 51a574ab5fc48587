import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isPackageFileShipped } from '../image/shipped-files.ts'

interface LockedPackage {
  version?: string
  /** Set for variants of a package for one platform. */
  os?: string[]
  dev?: boolean
  devOptional?: boolean
  /** A workspace; `resolved` is its folder. */
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface Lockfile {
  /** By folder. devOptional marks a development package that production would use if it were installed. */
  packages: Record<string, LockedPackage>
}

export const readLockfile = (root: string) =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile

/** The folders of an installation without development packages. */
export const productionFolders = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([folder, { dev, devOptional, link }]) =>
    folder.includes('node_modules/') && !dev && !devOptional && !link ? [folder] : [],
  )

/** Development packages that npm leaves in a production installation although nothing needs them. */
export const developmentPeers = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([folder, { devOptional }]) => (devOptional ? [folder] : []))

/**
 * The folders these workspaces can import from without development packages: their dependencies, and those of their
 * dependencies.
 */
export const reachableFolders = ({ packages }: Lockfile, workspaces: readonly string[]) => {
  const reached = new Set<string>()
  const visit = (folder: string) => {
    if (reached.has(folder)) return
    reached.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = placesOf(name, folder).find((place) => place in packages)
      // An optional package may be absent.
      if (found !== undefined) visit(packages[found]?.link ? (packages[found].resolved ?? found) : found)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return reached
}

/** Where Node looks for a package imported in this folder, nearest first. */
export const placesOf = (name: string, folder: string) => {
  const parts = folder.split('/')
  return Array.from({ length: parts.length + 1 }, (_, up) =>
    [...parts.slice(0, parts.length - up), 'node_modules', name].join('/'),
  )
}

/**
 * Size of node_modules in production, in MB, without what `npm run prune:production` removes. Packages for other platforms
 * are in the lockfile but not on disk.
 */
export const productionMegabytes = (root: string): number => {
  const bytes = productionFolders(readLockfile(root)).map((folder) => bytesIn(root, folder))
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000_000
}

const PACKAGES = 'node_modules/'

const bytesIn = (root: string, folder: string): number => {
  let bytes = 0
  for (const entry of entriesOf(join(root, folder))) {
    // Nested packages have their own entries in the lockfile.
    if (entry.name === 'node_modules') continue
    const file = join(folder, entry.name)
    const isShipped = isPackageFileShipped(file.slice(file.lastIndexOf(PACKAGES) + PACKAGES.length))
    if (entry.isDirectory()) bytes += bytesIn(root, file)
    else if (entry.isFile() && isShipped) bytes += statSync(join(root, file)).size
  }
  return bytes
}

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

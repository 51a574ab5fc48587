import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Lockfile {
  /** By folder. What is both a development package and somebody's optional one is marked devOptional and installed. */
  packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
}

/** The folders that an installation without development packages consists of. */
export const productionFolders = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([folder, { dev, link }]) =>
    folder.includes('node_modules/') && !dev && !link ? [folder] : [],
  )

/** How much of node_modules production needs, in MB. Packages for other platforms are in the lockfile and not on disk. */
export const productionMegabytes = (root: string): number => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const bytes = productionFolders(lockfile).map((folder) => bytesIn(join(root, folder)))
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000_000
}

const bytesIn = (folder: string): number => {
  let bytes = 0
  for (const entry of entriesOf(folder)) {
    // Packages nested in a package have lines of their own in the lockfile.
    if (entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += bytesIn(path)
    else if (entry.isFile()) bytes += statSync(path).size
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

/**
 * npm run prune:production: keeps only what production needs, as deploy/Dockerfile does after the build. It removes most of
 * this repository, this script included, so it refuses to run in a git checkout. `npm prune --omit=dev` alone keeps
 * TypeScript, because it is an optional peer dependency of a production package.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { developmentPeers, readLockfile } from '../bench/production-packages.ts'
import { repositoryRoot } from '../services/places.ts'
import { isOwnFileShipped, isPackageFileShipped } from './shipped-files.ts'

const PACKAGES = 'node_modules/'

const isShipped = (file: string) => {
  const inPackages = file.lastIndexOf(PACKAGES)
  return inPackages === -1 ? isOwnFileShipped(file) : isPackageFileShipped(file.slice(inPackages + PACKAGES.length))
}

/** Removes files that are not shipped, links to removed workspaces, and the folders that are empty then. */
const clear = (folder: string) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) clear(path)
    else if (!lstatSync(path).isSymbolicLink() && !isShipped(relative(repositoryRoot, path))) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

const removeDeadLinks = (folder: string) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeDeadLinks(path)
    else if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path)
  }
}

if (existsSync(join(repositoryRoot, '.git'))) {
  console.error('This is a git checkout, and prune:production removes most files: run it in a copy')
  process.exit(1)
}
execFileSync('npm', ['prune', '--omit=dev', '--offline', '--ignore-scripts'], { cwd: repositoryRoot, stdio: 'inherit' })
for (const folder of developmentPeers(readLockfile(repositoryRoot))) {
  rmSync(join(repositoryRoot, folder), { recursive: true, force: true })
}
clear(repositoryRoot)
removeDeadLinks(join(repositoryRoot, 'node_modules'))

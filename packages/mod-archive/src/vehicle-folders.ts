import type { Findings } from './findings.ts'
import { MAX_CONFIGURATIONS } from './limits.ts'
import type { ArchiveEntry } from './listing.ts'
import { STOCK_FOLDERS } from './stock-folders.ts'

/** `vehicles/<folder>/<path>`; the game ignores case. */
const IN_VEHICLES = /^vehicles\/([^/]+)\/(.*)$/i
const DEEPER_VEHICLES = /^(.+?)\/vehicles\/[^/]+\//i
const FOLDER_THE_GAME_READS = /^[\w| -]+$/
/** Anything but plain ASCII. */
const UNUSUAL = /[^ -~]/
const SHARED_FOLDER = 'common'

export interface VehicleFolder {
  /** As written in the archive. */
  name: string
  /** The files directly in it, by lower-case name. */
  files: Map<string, ArchiveEntry>
}

export interface ConfigurationFiles {
  name: string
  file: ArchiveEntry
  info: ArchiveEntry
  picture: ArchiveEntry | null
}

/** The vehicles of a mod in archive order. */
export const vehicleFoldersOf = (entries: readonly ArchiveEntry[], findings: Findings) => {
  const folders = new Map<string, VehicleFolder>()
  for (const entry of entries) {
    const [, name = '', path = ''] = IN_VEHICLES.exec(entry.name) ?? []
    const key = name.toLowerCase()
    if (key === '' || key === SHARED_FOLDER) continue
    const folder = folders.get(key) ?? { name, files: new Map<string, ArchiveEntry>() }
    folders.set(key, folder)
    if (!entry.isFolder && !path.includes('/')) folder.files.set(path.toLowerCase(), entry)
    if (UNUSUAL.test(path)) findings.add('game-name', entry.name)
  }
  for (const { name } of folders.values()) checkFolderName(name, findings)
  return [...folders.values()]
}

const checkFolderName = (name: string, findings: Findings) => {
  if (!FOLDER_THE_GAME_READS.test(name)) findings.add('game-name', `vehicles/${name}`)
  if (STOCK_FOLDERS.has(name.toLowerCase())) findings.add('stock-folder', `vehicles/${name}`)
}

/** The first entry with a vehicle in the wrong place, and its folder. */
export const misplacedVehicle = (entries: readonly ArchiveEntry[]) => {
  for (const { name } of entries) {
    const [, wrapper] = DEEPER_VEHICLES.exec(name) ?? []
    if (wrapper !== undefined) return { name, where: `the folder “${wrapper}”` }
  }
  const part = entries.find(({ name }) => /\.jbeam$/i.test(name))
  return part ? { name: part.name, where: 'no “vehicles” folder' } : null
}

export const pictureIn = ({ files }: VehicleFolder, name: string) =>
  files.get(`${name}.png`) ?? files.get(`${name}.jpg`) ?? null

/** The configurations the game shows. It hides those without an info file. */
export const configurationsOf = (folders: readonly VehicleFolder[], findings: Findings) => {
  let left = MAX_CONFIGURATIONS
  return new Map(
    folders.map((folder) => {
      const all = configurationsIn(folder, findings)
      if (all.length > left) findings.add('too-many-configurations')
      const listed = all.slice(0, left)
      left -= listed.length
      return [folder, listed]
    }),
  )
}

const configurationsIn = (folder: VehicleFolder, findings: Findings) => {
  const found: ConfigurationFiles[] = []
  for (const [fileName, file] of folder.files) {
    if (!fileName.endsWith('.pc')) continue
    const name = fileName.slice(0, -'.pc'.length)
    const info = folder.files.get(`info_${name}.json`)
    const picture = pictureIn(folder, name)
    if (!info) findings.add('configuration-without-info', file.name, `info_${name}.json`)
    else found.push({ name, file, info, picture })
    if (info && !picture) findings.add('configuration-without-picture', file.name, `${name}.png`)
  }
  return found
}

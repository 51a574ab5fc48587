import { mapAtMost } from './concurrency.ts'
import { readEntry } from './content.ts'
import { collectFindings, EntryError, type Finding, type Findings, isRefused } from './findings.ts'
import { MAX_INFO_BYTES, MAX_TRANSLATION_BYTES } from './limits.ts'
import type { ArchiveEntry, Listing } from './listing.ts'
import { parseSjson, SjsonError, type SjsonTable, valueOf } from './sjson.ts'
import type { RangeSource } from './source.ts'
import { specSheetOf, tableOf, textOf, type Wording, yearsOf } from './spec-sheet.ts'
import { STOCK_FOLDERS } from './stock-folders.ts'
import { hasKeys, translationFiles, wordingFrom } from './translations.ts'
import {
  type ConfigurationFiles,
  configurationsOf,
  misplacedVehicle,
  pictureIn,
  type VehicleFolder,
  vehicleFoldersOf,
} from './vehicle-folders.ts'

const READS_AT_ONCE = 6
const MOST_PAINTS = 50

export interface ModReport {
  verdict: 'accepted' | 'refused'
  kind: 'vehicle-mod' | 'plain-zip'
  findings: Finding[]
  fileCount: number
  packedBytes: number
  unpackedBytes: number
  vehicles: Vehicle[]
}
type Vehicle = ReturnType<typeof vehicleOf>

interface ReportOptions {
  /** A plain zip, for another game, may have any folders. */
  openAs?: 'mod' | 'plain-zip'
  signal?: AbortSignal
}

/** Describes an archive and its vehicles. Pictures are listed, not read. */
export const readReport = async (
  source: RangeSource,
  listing: Listing,
  { openAs = 'mod', signal }: ReportOptions = {},
): Promise<ModReport> => {
  const findings = collectFindings()
  const isMod = openAs === 'mod' && listing.verdict === 'accepted'
  const folders = isMod ? vehicleFoldersOf(listing.entries, findings) : []
  if (isMod && folders.length === 0) explainNoVehicle(listing.entries, findings)
  const vehicles = await readVehicles(source, listing.entries, folders, findings, signal)
  const all = [...listing.findings, ...findings.list()]
  return {
    verdict: isRefused(all) ? 'refused' : 'accepted',
    kind: vehicles.length > 0 ? 'vehicle-mod' : 'plain-zip',
    findings: all,
    fileCount: listing.entries.filter(({ isFolder }) => !isFolder).length,
    packedBytes: listing.packedBytes,
    unpackedBytes: listing.unpackedBytes,
    vehicles,
  }
}

const explainNoVehicle = (entries: readonly ArchiveEntry[], findings: Findings) => {
  const misplaced = misplacedVehicle(entries)
  if (misplaced) findings.add('wrong-root', misplaced.name, misplaced.where)
  else findings.add('no-vehicle')
}

const readVehicles = async (
  source: RangeSource,
  entries: readonly ArchiveEntry[],
  folders: readonly VehicleFolder[],
  findings: Findings,
  signal?: AbortSignal,
) => {
  const configurations = configurationsOf(folders, findings)
  const wanted = folders.flatMap((folder) => {
    const info = folder.files.get('info.json')
    if (!info && !STOCK_FOLDERS.has(folder.name.toLowerCase()))
      findings.add('vehicle-without-info', `vehicles/${folder.name}`)
    return [...(info ? [info] : []), ...(configurations.get(folder) ?? []).map((configuration) => configuration.info)]
  })
  const infos = await readTables(source, wanted, MAX_INFO_BYTES, findings, signal)
  const translated = hasKeys([...infos.values()]) ? translationFiles(entries) : []
  const tables = await readTables(source, translated, MAX_TRANSLATION_BYTES, findings, signal)
  const wording = wordingFrom([...tables.values()])
  return folders.map((folder) => vehicleOf(folder, configurations.get(folder) ?? [], infos, wording))
}

/** Reads the files that can be read. The others become warnings. */
const readTables = async (
  source: RangeSource,
  entries: readonly ArchiveEntry[],
  most: number,
  findings: Findings,
  signal?: AbortSignal,
) => {
  const tables = new Map<ArchiveEntry, SjsonTable>()
  const read = await mapAtMost(READS_AT_ONCE, entries, (entry) => readTable(source, entry, most, signal))
  for (const [index, entry] of entries.entries()) {
    const { table, problem } = read[index] ?? {}
    if (table) tables.set(entry, table)
    else findings.add('unreadable-json', entry.name, problem)
  }
  return tables
}

const readTable = async (source: RangeSource, entry: ArchiveEntry, most: number, signal?: AbortSignal) => {
  if (entry.size > most || entry.packedSize > most) return { problem: `it is larger than ${most / 1024} KiB` }
  try {
    const bytes = await readEntry(source, entry, { most, ...(signal && { signal }) })
    const table = tableOf(valueOf(parseSjson(bytes.toString('utf8'))))
    return table ? { table } : { problem: 'it is a list, not an object' }
  } catch (error) {
    if (error instanceof SjsonError) return { problem: error.message }
    if (error instanceof EntryError) return { problem: 'its bytes are damaged' }
    throw error
  }
}

const vehicleOf = (
  folder: VehicleFolder,
  configurations: readonly ConfigurationFiles[],
  infos: ReadonlyMap<ArchiveEntry, SjsonTable>,
  wording: Wording,
) => {
  const file = folder.files.get('info.json')
  const info: SjsonTable = (file && infos.get(file)) ?? {}
  const defaultName = textOf(info.default_pc)?.toLowerCase() ?? null
  return {
    folder: folder.name,
    name: textOf(info.Name, wording) ?? folder.name,
    make: textOf(info.Brand, wording),
    author: textOf(info.Author),
    type: textOf(info.Type, wording),
    bodyStyle: textOf(info['Body Style'], wording),
    country: textOf(info.Country, wording),
    years: yearsOf(info.Years),
    description: textOf(info.Description, wording),
    paints: Object.keys(tableOf(info.paints) ?? {})
      .slice(0, MOST_PAINTS)
      .flatMap((paint) => textOf(paint) ?? []),
    /** The name of its entry, as for every picture. */
    picture: pictureIn(folder, 'default')?.name ?? null,
    configurations: configurations.map((files) => ({
      ...configurationOf(files, infos.get(files.info) ?? {}, wording),
      isDefault: files.name === defaultName,
    })),
  }
}

const configurationOf = ({ name, file, picture }: ConfigurationFiles, info: SjsonTable, wording: Wording) => ({
  file: file.name,
  name: textOf(info.Configuration, wording) ?? name,
  description: textOf(info.Description, wording),
  type: textOf(info['Config Type'], wording),
  picture: picture?.name ?? null,
  specs: specSheetOf(info, wording),
})

import type { Findings } from './findings.ts'
import {
  ENTRY_RATIO_COUNTS_FROM_BYTES,
  HIGH_ENTRY_RATIO,
  MAX_RATIO,
  MAX_UNPACKED_BYTES,
  RATIO_COUNTS_FROM_BYTES,
} from './limits.ts'
import { createNameRegister, refusalsOfName, warningsOfName } from './names.ts'
import type { DirectoryRecord } from './record.ts'

const STORED = 0
const DEFLATED = 8
const LOCAL_HEADER_BYTES = 30
/** Flags for a password, strong encryption and masked headers. */
const ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000
const FILE_KIND = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const SYMBOLIC_LINK = 0o120000
const WINDOWS_LINK = 0x400

/** Checks the entries one by one and together. Returns where the bytes of each must end. */
export const checkEntries = (records: DirectoryRecord[], directoryOffset: number, findings: Findings) => {
  for (const record of records) checkEntry(record, findings)
  checkNamesTogether(records, findings)
  checkSizesTogether(records, findings)
  return checkPlaces(records, directoryOffset, findings)
}

const checkEntry = (record: DirectoryRecord, findings: Findings) => {
  const { name, flags, method, size, packedSize } = record
  checkNames(record, findings)
  const kind = specialKind(record.attributes)
  if (kind) findings.add(kind, name)
  if ((flags & ENCRYPTED_FLAGS) > 0) findings.add('encrypted', name)
  if (method !== STORED && method !== DEFLATED) findings.add('unsupported-method', name, String(method))
  if (method === STORED && size !== packedSize) findings.add('lying-size', name)
  if (size > ENTRY_RATIO_COUNTS_FROM_BYTES && size > packedSize * HIGH_ENTRY_RATIO)
    findings.add('high-ratio', name, times(size, packedSize))
}

const checkNames = ({ name, headerName, hasBadEncoding }: DirectoryRecord, findings: Findings) => {
  for (const either of new Set([name, headerName]))
    for (const code of refusalsOfName(either)) findings.add(code, either)
  for (const code of warningsOfName(name)) findings.add(code, name)
  if (hasBadEncoding) findings.add('bad-encoding', name)
}

/** Checked whatever system the archive claims to come from, because some programs ignore that claim. */
const specialKind = (attributes: number) => {
  const kind = (attributes >>> 16) & FILE_KIND
  if (kind === SYMBOLIC_LINK || (attributes & WINDOWS_LINK) > 0) return 'link'
  return [0, REGULAR, FOLDER].includes(kind) ? null : 'special-file'
}

const checkNamesTogether = (records: DirectoryRecord[], findings: Findings) => {
  const register = createNameRegister()
  for (const { name } of records) {
    const earlier = register.add(name)
    if (earlier === name) findings.add('duplicate', name)
    else if (earlier !== null) findings.add('case-collision', name, earlier)
  }
  for (const { name } of records) {
    const file = register.fileAmongFolders(name)
    if (file !== null) findings.add('file-as-folder', name, file)
  }
}

const checkSizesTogether = (records: DirectoryRecord[], findings: Findings) => {
  const size = records.reduce((total, record) => total + record.size, 0)
  const packedSize = records.reduce((total, record) => total + record.packedSize, 0)
  if (size > MAX_UNPACKED_BYTES) findings.add('unpacked-too-large')
  if (size > RATIO_COUNTS_FROM_BYTES && size > packedSize * MAX_RATIO)
    findings.add('bomb', null, times(size, packedSize))
}

const times = (size: number, packedSize: number) => Math.round(size / Math.max(1, packedSize)).toLocaleString('en-US')

const checkPlaces = (records: DirectoryRecord[], directoryOffset: number, findings: Findings) => {
  const limits = new Map<DirectoryRecord, number>()
  const inOrder = records.toSorted((a, b) => a.headerOffset - b.headerOffset)
  const before = inOrder[0]?.headerOffset ?? 0
  if (before > 0) findings.add('prepended', null, before.toLocaleString('en-US'))
  let reached = 0
  for (const [index, record] of inOrder.entries()) {
    const end = record.headerOffset + LOCAL_HEADER_BYTES + record.nameBytes.length + record.packedSize
    if (end > directoryOffset) findings.add('out-of-bounds', record.name)
    else if (record.headerOffset < reached) findings.add('overlap', record.name)
    if (!record.isOnFirstDisk) findings.add('multi-part')
    limits.set(record, inOrder[index + 1]?.headerOffset ?? directoryOffset)
    reached = Math.max(reached, end)
  }
  return limits
}

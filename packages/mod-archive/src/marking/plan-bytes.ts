import { gunzipSync, gzipSync } from 'node:zlib'
import { CHANNELS, type EditList, editList, type Edit, editsOf } from './edits.ts'
import type { Plan } from './plan.ts'
import { bytesOfText, textOfBytes } from './text.ts'

const FORMAT = 1
const MAX_PLAN_BYTES = 256 * 2 ** 20

type Header = Omit<Plan, 'files' | 'directory'> & {
  format: number
  files: (Omit<Plan['files'][number], 'nameBytes' | 'text' | 'edits'> & { lengths: [number, number, number] })[]
  /** The length of a finished record, or -1 and the number of a file. */
  directory: [number, number][]
}

/** The plan as one compressed object, with a checksum. */
export const encodePlan = ({ files, directory, ...plan }: Plan) => {
  const blobs: Buffer[] = []
  const put = (bytes: Buffer) => {
    blobs.push(bytes)
    return bytes.length
  }
  const header: Header = {
    format: FORMAT,
    ...plan,
    files: files.map(({ nameBytes, text, edits, ...file }) => ({
      ...file,
      lengths: [put(nameBytes), put(bytesOfText(text)), put(encodeEdits(edits))],
    })),
    directory: directory.map((part) => (typeof part === 'number' ? [-1, part] : [put(part), 0])),
  }
  const head = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return gzipSync(Buffer.concat([length, head, ...blobs]))
}

/** Throws if the bytes are not a whole plan of this format. */
export const decodePlan = (bytes: Uint8Array): Plan => {
  const all = gunzipSync(bytes, { maxOutputLength: MAX_PLAN_BYTES })
  let place = 0
  const take = (length: number) => {
    place += length
    if (place > all.length) throw new RangeError('the plan is cut off')
    return all.subarray(place - length, place)
  }
  const header = JSON.parse(take(take(4).readUInt32LE()).toString()) as Header
  const { format, files, directory, ...plan } = header
  if (format !== FORMAT) throw new Error(`a plan of format ${format} cannot be read`)
  return {
    ...plan,
    files: files.map(({ lengths: [name, text, edits], ...file }) => ({
      ...file,
      nameBytes: take(name),
      text: textOfBytes(take(text)),
      edits: decodeEdits(take(edits)),
    })),
    directory: directory.map(([length, number]) => (length < 0 ? number : take(length))),
  }
}

const ROW = 6

/** Differences from the previous edit are small numbers, which compress well. */
const encodeEdits = (list: EditList) => {
  const rows: number[] = []
  let before = { slot: 0, start: 0 }
  for (const edit of editsOf(list)) {
    const { slot, channel, start, end, first, second } = edit
    const isSwap = channel === 'K'
    rows.push(slot - before.slot, CHANNELS.indexOf(channel), start - before.start, end - start)
    rows.push(isSwap ? first - start : first, isSwap ? second - start : second)
    before = edit
  }
  return Buffer.from(Int32Array.from(rows).buffer)
}

const decodeEdits = (bytes: Buffer) => {
  const edits: Edit[] = []
  let before = { slot: 0, start: 0 }
  for (let at = 0; at < bytes.length; at += ROW * 4) {
    const number = (field: number) => bytes.readInt32LE(at + field * 4)
    const channel = CHANNELS[number(1)] ?? 'V'
    const start = before.start + number(2)
    const from = channel === 'K' ? start : 0
    before = { slot: before.slot + number(0), start }
    edits.push({ ...before, channel, end: start + number(3), first: number(4) + from, second: number(5) + from })
  }
  return editList(edits)
}

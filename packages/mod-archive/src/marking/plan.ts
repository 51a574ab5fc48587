import type { Capacity } from './capacity.ts'
import type { EditList } from './edits.ts'

/** A markable entry: its original text and where it varies. */
export interface PlanFile {
  name: string
  nameBytes: Buffer
  flags: number
  modified: number
  attributes: number
  madeBy: number
  /** One character per byte. */
  text: string
  edits: EditList
}

/** Everything a copy needs besides the body. As secret as the master: it contains the original texts. */
export interface Plan {
  id: string
  /** The key that its marks were made with. */
  keyId: string
  bodyBytes: number
  slotCount: number
  files: PlanFile[]
  /** The directory in the order of the master: finished records of the body, or the number of a file. */
  directory: (Buffer | number)[]
  entryCount: number
  capacity: Capacity
}

import { MAX_UPLOAD_BYTES } from '@slipstream/contract/upload-limits'

/** Why a file is rejected before anything is sent. */
export const fileProblem = ({ name, size }: File): string | null => {
  if (size === 0) return `${name} is empty.`
  if (size > MAX_UPLOAD_BYTES) return `${name} is larger than 8 GiB. Remove what players do not need, or split the mod.`
  return null
}

import { parseSjson, SjsonError, type SjsonNode } from '../sjson.ts'

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

/** One character per byte, so that any file survives the round trip, whatever its encoding. */
export const textOfBytes = (bytes: Buffer) => bytes.toString('latin1')
export const bytesOfText = (text: string) => Buffer.from(text, 'latin1')

/** Null for text that the game could not parse either. Node positions are offsets into `text`. */
export const parseText = (text: string): SjsonNode | null => {
  const blank = text.startsWith(BYTE_ORDER_MARK) ? ' '.repeat(BYTE_ORDER_MARK.length) : ''
  try {
    return parseSjson(blank + text.slice(blank.length))
  } catch (error) {
    if (error instanceof SjsonError) return null
    throw error
  }
}

export const isPhysics = (name: string) => /\.jbeam$/i.test(name)

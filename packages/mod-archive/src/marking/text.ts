import { parseSjson, SjsonError, type SjsonNode } from '../sjson.ts'

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

/** One character per byte, so that any file comes back exactly, whatever its encoding. */
export const textOfBytes = (bytes: Buffer) => bytes.toString('latin1')
export const bytesOfText = (text: string) => Buffer.from(text, 'latin1')

/** Null if the game could not read it either. Positions are those of the text. */
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

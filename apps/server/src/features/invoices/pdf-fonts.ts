import { readFileSync } from 'node:fs'
import path from 'node:path'

const FONTS = path.resolve(import.meta.dirname, '../../assets/fonts')
const bytesOf = (weight: 'regular' | 'bold') => readFileSync(path.join(FONTS, `invoice-${weight}.ttf`))

/** Shown instead of a character that the font lacks, such as a Chinese one or an emoji. */
const MISSING = '□'

export const MISSING_NOTE = `Some characters are not in the font of this file and are shown as ${MISSING}. Your order’s page shows them.`

let loaded: Promise<Fonts> | undefined

/** Cached after the first PDF, because parsing the font takes longer than drawing an invoice. */
export const loadFonts = () => (loaded ??= readFonts())

type Fonts = Awaited<ReturnType<typeof readFonts>>

/** Covers Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian and Georgian. The PDF embeds only the glyphs it uses. */
const readFonts = async () => {
  const { create } = await import('fontkit')
  const [regular, bold] = [bytesOf('regular'), bytesOf('bold')]
  const font = create(regular)
  const known = new Set('characterSet' in font ? font.characterSet : [])
  return {
    regular,
    bold,
    /** The text as the font can show it: composed, without control characters, and with boxes for unknown ones. */
    show: (text: string) =>
      [...text.normalize('NFC').replace(/[^\P{Cc}\n]|\p{Cf}|\p{Mn}(?=\p{Mn}{8})/gu, '')]
        .map((character) => (character === '\n' || known.has(character.codePointAt(0) ?? 0) ? character : MISSING))
        .join(''),
  }
}

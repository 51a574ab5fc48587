/** Control characters. Compressed or binary files have many of them; a log that ends in a crash may have some. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu
const MOST_CONTROLS = 0.05
/** Archives and programs, which can begin with readable words. */
const NOT_TEXT = /^(?:PK\x03\x04|MZ|\x7fELF|%PDF|\x1f\x8b|Rar!|7z\xbc\xaf)/

/** The folder of a person in Windows, Linux and macOS; logs are full of it. */
const HOME_FOLDERS: readonly [RegExp, string][] = [
  [/(\b[a-z]:[\\/]+users[\\/]+)[^\\/\r\n"'<>|:*?]+/gi, '$1…'],
  [/(\/(?:home|Users)\/)[^/\s"']+/g, '$1…'],
]

/** The text of a log without control characters and names of people; null if it is not text. */
export const readableLog = (bytes: Buffer): string | null => {
  if (NOT_TEXT.test(bytes.toString('latin1', 0, 8))) return null
  const text = decode(bytes)
  const controls = text.match(CONTROLS)?.length ?? 0
  if (controls > text.length * MOST_CONTROLS) return null
  return HOME_FOLDERS.reduce(
    (masked, [folder, shown]) => masked.replaceAll(folder, shown),
    text.replaceAll(CONTROLS, ''),
  )
}

/** Windows programs also write UTF-16, which begins with a byte order mark. */
const decode = (bytes: Buffer) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return new TextDecoder().decode(bytes)
}

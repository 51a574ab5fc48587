const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

// Characters that XML forbids even escaped: control characters, lone surrogates and two noncharacters.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Escapes text for XML or HTML, in elements and in attributes. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** An element whose children are already XML. */
export const element = (name: string, children: string, attributes = ''): string =>
  `<${name}${attributes && ` ${attributes}`}>${children}</${name}>`

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

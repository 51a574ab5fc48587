const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

// What no XML document may hold, not even escaped: control signs, halves of signs, and two that are none.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Any text as it may stand in XML or HTML, between tags and in attributes. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** An element with children that are XML already. */
export const element = (name: string, children: string, attributes = ''): string =>
  `<${name}${attributes && ` ${attributes}`}>${children}</${name}>`

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

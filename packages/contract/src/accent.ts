/** The store's accent color: what is readable in each theme, and the tokens derived from it. Without schemas. */

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The design tokens that the accent is shown on or next to. A test compares them with the style sheet. */
export const THEME_COLORS = {
  dark: {
    surfaces: { background: '#090a0e', card: '#111317', popover: '#191b20', raised: '#22252a' },
    foreground: '#f2f3f6',
    accent: '#fd822f',
    accentForeground: '#1c0b03',
    tintFill: 0.15,
    tintInk: 0.12,
  },
  light: {
    surfaces: { background: '#f9fafb', card: '#ffffff', popover: '#ffffff', raised: '#f0f2f4' },
    foreground: '#14171d',
    accent: '#bd4704',
    accentForeground: '#fefbf8',
    tintFill: 0.1,
    tintInk: 0.26,
  },
} as const

/** WCAG 2.2 AA for text. */
const NEEDED = 4.5
/** WCAG 2.2 AA for the edges of controls. */
const NEEDED_EDGE = 3

export const HEX_COLOR = /^#[0-9a-f]{6}$/

type Rgb = readonly [number, number, number]

const toRgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb) => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: string, to: string, share: number) => {
  const [one, other] = [toRgb(from), toRgb(to)]
  const channel = (place: 0 | 1 | 2) => one[place] * (1 - share) + other[place] * share
  return toHex([channel(0), channel(1), channel(2)])
}

const luminance = (hex: string) => {
  const [r, g, b] = toRgb(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export const contrastOf = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** On hover the accent moves away from the surface: lighter in the dark theme, darker in the light one. */
const hoverOf = (theme: Theme, accent: string) => mix(accent, theme === 'dark' ? '#ffffff' : '#000000', 0.12)

export interface ContrastPair {
  name: string
  needed: number
  ratio: number
}

/** The color pairs that include the accent, each on the surface with the weakest contrast. */
export const contrastPairs = (theme: Theme, accent: string): ContrastPair[] => {
  const { surfaces, foreground, accentForeground, tintFill, tintInk } = THEME_COLORS[theme]
  const grounds = Object.values(surfaces)
  const weakest = (text: string) => Math.min(...grounds.map((ground) => contrastOf(text, ground)))
  const badge = mix(accent, foreground, tintInk)
  const onTint = grounds.map((ground) => contrastOf(badge, mix(ground, accent, tintFill)))
  return [
    { name: 'Button text on accent', needed: NEEDED, ratio: contrastOf(accentForeground, accent) },
    { name: 'Button text on hover', needed: NEEDED, ratio: contrastOf(accentForeground, hoverOf(theme, accent)) },
    { name: 'Accent text on the page', needed: NEEDED, ratio: weakest(accent) },
    { name: 'Badge text on its tint', needed: NEEDED, ratio: Math.min(...onTint) },
    { name: 'Focus ring on cards', needed: NEEDED_EDGE, ratio: weakest(accent) },
  ]
}

export const isReadable = (theme: Theme, accent: string) =>
  contrastPairs(theme, accent).every(({ ratio, needed }) => ratio >= needed)

/** The closest readable color of the same hue: lighter in the dark theme, darker in the light one. */
export const readableAccent = (theme: Theme, accent: string) => {
  const end = theme === 'dark' ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.02) {
    const color = mix(accent, end, share)
    if (isReadable(theme, color)) return color
  }
  return THEME_COLORS[theme].accent
}

/** The tokens that override the design's; none for the built-in accent, whose hover color was chosen by hand. */
export const accentTokens = (theme: Theme, accent: string): Record<string, string> =>
  accent === THEME_COLORS[theme].accent
    ? {}
    : {
        '--primary': accent,
        '--primary-foreground': THEME_COLORS[theme].accentForeground,
        '--primary-hover': hoverOf(theme, accent),
        '--ring': accent,
      }

/** The style sheet of a store with a custom accent; empty for the built-in one. */
export const accentStyle = (accents: Record<Theme, string>) => {
  const rules = ([':root', '.dark'] as const).map((selector) => {
    const theme = selector === '.dark' ? 'dark' : 'light'
    const tokens = Object.entries(accentTokens(theme, accents[theme]))
    return tokens.length === 0 ? '' : `${selector}{${tokens.map(([name, value]) => `${name}:${value}`).join(';')}}`
  })
  return rules.join('')
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { THEME_COLORS } from '@slipstream/contract/accent'

// A leading newline, so that the first block matches like the others.
const css = `\n${readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')}`

type Rgb = readonly [number, number, number]
type Oklab = readonly [number, number, number]

const block = (selector: string) => {
  const start = css.indexOf(`\n${selector} {`)
  return css.slice(start, css.indexOf('\n}', start))
}

const tokensOf = (selector: string) =>
  new Map([...block(selector).matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(toToken))

const toToken = ([, name = '', l, c, h]: RegExpMatchArray): [string, Oklab] => {
  const hue = (Number(h) * Math.PI) / 180
  return [name, [Number(l), Number(c) * Math.cos(hue), Number(c) * Math.sin(hue)]]
}

const toLinear = ([l, a, b]: Oklab): Rgb => {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
const encode = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)
const decode = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** 8-bit sRGB, as on a screen. */
const toRgb = (color: Oklab): Rgb => {
  const [r, g, b] = toLinear(color).map((channel) => Math.round(encode(clamp(channel)) * 255) / 255)
  return [r ?? 0, g ?? 0, b ?? 0]
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b)

const ratio = (one: Rgb, other: Rgb) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (from: readonly number[], to: readonly number[], share: number): Rgb => {
  const [a, b, c] = from.map((value, index) => value * (1 - share) + (to[index] ?? 0) * share)
  return [a ?? 0, b ?? 0, c ?? 0]
}

const percentage = (selector: string, name: string) =>
  Number(new RegExp(`--${name}: ([\\d.]+)%`).exec(block(selector))?.[1]) / 100

const surfaces = ['background', 'card', 'popover', 'raised']
const tones = ['muted-foreground', 'primary', 'info', 'success', 'warning', 'destructive', 'premium']
const texts = ['foreground', 'subtle-foreground', 'primary-hover', ...tones]

describe.each([
  ['light', ':root,\n.light'],
  ['dark', '.dark'],
])('in the %s theme', (theme, selector) => {
  const tokens = tokensOf(selector)
  const token = (name: string): Oklab => {
    const found = tokens.get(name)
    if (!found) throw new Error(`no token --${name} in ${selector}`)
    return found
  }
  const between = (text: string, ground: string) => ratio(toRgb(token(text)), toRgb(token(ground)))
  const onSurfaces = (names: readonly string[]) => names.flatMap((name) => surfaces.map((on) => [name, on] as const))

  test.each(onSurfaces(texts))('--%s can be read on --%s', (text, surface) => {
    expect(between(text, surface)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(onSurfaces(['input', 'ring']))('--%s can be seen on --%s', (edge, surface) => {
    expect(between(edge, surface)).toBeGreaterThanOrEqual(3)
  })

  test.each(onSurfaces(['rating']))('a star in --%s can be seen on --%s', (star, surface) => {
    expect(between(star, surface)).toBeGreaterThanOrEqual(theme === 'light' ? 3 : 4.5)
  })

  test.each([
    ['primary-foreground', 'primary'],
    ['primary-foreground', 'primary-hover'],
    ['destructive-foreground', 'destructive-fill'],
    ['destructive-foreground', 'destructive-fill-hover'],
  ])('--%s can be read on the fill --%s', (text, fill) => {
    expect(between(text, fill)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(onSurfaces(tones))('a badge tinted with --%s can be read on --%s', (tone, surface) => {
    const ink = toRgb(mix(token(tone), token('foreground'), percentage(selector, 'tint-ink')))
    const wash = mix(toRgb(token(surface)), toRgb(token(tone)), percentage(selector, 'tint-fill'))
    expect(ratio(ink, wash)).toBeGreaterThanOrEqual(4.5)
  })
})

test('the color conversion gives known results', () => {
  const hex = (color: Oklab) => toRgb(color).map((channel) => Math.round(channel * 255))
  expect(hex(tokensOf('.dark').get('primary') ?? [0, 0, 0])).toEqual([0xfd, 0x82, 0x2f])
  expect(hex(tokensOf(':root,\n.light').get('info') ?? [0, 0, 0])).toEqual([0x07, 0x67, 0xb0])
  expect(ratio([1, 1, 1], [0, 0, 0])).toBeCloseTo(21)
})

test.each([
  ['light', ':root,\n.light'],
  ['dark', '.dark'],
] as const)('the contrast check in the settings uses the colors of the %s theme', (theme, selector) => {
  const tokens = tokensOf(selector)
  const hex = (name: string) => {
    const rgb = toRgb(tokens.get(name) ?? [0, 0, 0])
    return `#${rgb
      .map((channel) =>
        Math.round(channel * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  }
  expect(THEME_COLORS[theme]).toEqual({
    surfaces: Object.fromEntries(surfaces.map((name) => [name, hex(name)])),
    foreground: hex('foreground'),
    accent: hex('primary'),
    accentForeground: hex('primary-foreground'),
    tintFill: percentage(selector, 'tint-fill'),
    tintInk: percentage(selector, 'tint-ink'),
  })
})

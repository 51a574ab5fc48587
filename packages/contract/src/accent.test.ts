import { describe, expect, test } from 'vitest'
import { accentStyle, contrastOf, contrastPairs, isReadable, readableAccent, THEME_COLORS, THEMES } from './accent.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { Settings } from './settings.ts'

const OWN = { dark: THEME_COLORS.dark.accent, light: THEME_COLORS.light.accent }

test('contrast follows the WCAG definition', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(THEMES)('in the %s theme', (theme) => {
  test(`the built-in accent is readable in the ${theme} theme`, () => {
    expect(isReadable(theme, OWN[theme])).toBe(true)
  })

  test.each(['#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#e7b416', '#1b1464'])(
    `a readable accent close to %s exists for the ${theme} theme`,
    (accent) => {
      const offered = readableAccent(theme, accent)
      expect(isReadable(theme, offered)).toBe(true)
      if (isReadable(theme, accent)) expect(offered).toBe(accent)
    },
  )
})

test('a dark orange is unreadable in the dark theme, and a light orange in the light theme', () => {
  const weak = contrastPairs('light', '#fd822f').filter(({ ratio, needed }) => ratio < needed)
  expect(weak.map(({ name }) => name)).toContain('Button text on accent')
  expect(isReadable('dark', '#7a2e00')).toBe(false)
})

test('an unreadable accent is refused with its contrast ratio', () => {
  const { error } = Settings.shape.accentLight.safeParse('#fd822f')
  expect(error?.issues[0]?.message).toMatch(/^Too weak in the light theme: \d\.\d:1/)
  expect(Settings.shape.accentDark.safeParse('#FD822F').data).toBe('#fd822f')
  expect(Settings.shape.accentDark.safeParse('orange').error?.issues[0]?.message).toBe('Enter a color such as #fd822f.')
})

test('a new store has the built-in accents', () => {
  const { accentDark, accentLight } = DEFAULT_SETTINGS
  expect({ dark: accentDark, light: accentLight }).toEqual(OWN)
})

test('only a custom accent adds styles, and only to its theme', () => {
  expect(accentStyle(OWN)).toBe('')
  expect(accentStyle({ ...OWN, dark: '#4c94ec' })).toBe(
    '.dark{--primary:#4c94ec;--primary-foreground:#1c0b03;--primary-hover:#61a1ee;--ring:#4c94ec}',
  )
})

import { describe, expect, test } from 'vitest'
import type { Picture } from '@slipstream/contract/picture'
import { readStory } from './story.ts'

const PICTURE: Picture = {
  ...{ src: 'https://media.example/a.webp', stem: 'a', widths: [], width: 1600, height: 1000 },
  ...{ alt: '', label: '', placeholder: '' },
}
const PICTURES = new Map([[12, PICTURE]])
const read = (text: string) => readStory(text.split('\n\n'), PICTURES)

describe('a formatted story', () => {
  test('[OWN-14] a story’s headings, lists, links, emphasis and pictures are parsed', () => {
    const story = read(
      '## Engine\n\nA **loud** one, see [the tests](https://tests.example/a?b=1#c).\n\n### Sounds\n\n- idle\n  - cold\n- full *load*\n\n1. first\n2. second\n\n![On the track](picture:12)',
    )
    expect(story).toEqual([
      { kind: 'heading', isSmall: false, runs: ['Engine'] },
      {
        kind: 'paragraph',
        runs: [
          'A ',
          { text: 'loud', isStrong: true },
          ' one, see ',
          { text: 'the tests', href: 'https://tests.example/a?b=1#c' },
          '.',
        ],
      },
      { kind: 'heading', isSmall: true, runs: ['Sounds'] },
      {
        kind: 'list',
        isOrdered: false,
        items: [
          { runs: ['idle'], below: [['cold']] },
          { runs: ['full ', { text: 'load', isEmphasis: true }], below: [] },
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          { runs: ['first'], below: [] },
          { runs: ['second'], below: [] },
        ],
      },
      { kind: 'picture', picture: PICTURE, caption: 'On the track' },
    ])
  })

  test.each([
    'Just words. 5 * 3 * 2 = 30, snake_case_name and a < b.',
    '<b>No</b> &lt;HTML&gt; <!-- here --> `code` stays as typed.',
    'A mail@customer.example, https://tests.example and C:\\mods\\senko',
    '    Four spaces are no code, and --- no line.\n---',
    '> A quote stays as typed.',
  ])('a plain story is not parsed as formatted: %s', (text) => {
    expect(read(text)).toEqual([])
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/mods/1',
    'mailto:a@b.example',
    'https:evil',
    'https://name:secret@evil.example/',
    'https://evil.example/"onclick="x',
    'ftp://evil.example',
    '&#106;avascript:alert(1)',
  ])('a link to %s is reduced to its text', (address) => {
    expect(JSON.stringify(read(`## Title\n\n[words](<${address}>)`))).not.toContain('href')
  })

  test.each(['https://evil.example/x.png', 'picture:13', 'picture:12x', 'data:image/png;base64,AA', '/assets/x.png'])(
    'a picture from %s is replaced by its caption',
    (address) => {
      expect(read(`## Title\n\n![caption](${address})`)[1]).toEqual({ kind: 'paragraph', runs: ['caption'] })
    },
  )

  const SIZE = 40_000
  const MOST_CPU_MS = 400
  test.each([
    ['nested lists', '- '.repeat(SIZE / 2)],
    ['lists deeper by the line', Array.from({ length: 270 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')],
    ['open brackets', '['.repeat(SIZE)],
    ['brackets and parentheses', '[a]('.repeat(SIZE / 4)],
    ['open pictures', '![['.repeat(300)],
    ['emphasis that never closes', '*a_b'.repeat(SIZE / 4)],
    ['emphasis in many paragraphs', `${'*a **b '.repeat(40)}\n\n`.repeat(90)],
    ['closers without openers', 'a**b_'.repeat(SIZE / 5)],
    ['headings', '# a\n'.repeat(1_900)],
    ['quotes', '> '.repeat(SIZE / 2)],
    ['backslashes', '\\'.repeat(SIZE)],
    ['ticks', '`'.repeat(SIZE)],
    ['entities', '&amp;'.repeat(SIZE / 5)],
    ['open tags', '<a '.repeat(SIZE / 3)],
    ['link titles', '[a](b "'.repeat(240)],
  ])('a hostile story of %s takes little CPU time', (_name, text) => {
    const milliseconds = () => {
      const before = process.cpuUsage()
      readStory([text.slice(0, SIZE)], PICTURES)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    // The fastest of three runs, because a busy machine slows down single ones.
    expect(Math.min(milliseconds(), milliseconds(), milliseconds())).toBeLessThan(MOST_CPU_MS)
  })
})

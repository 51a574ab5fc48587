import { expect, test } from 'vitest'
import { textsOf } from './texts.ts'
import { wordingProblems } from './wording.ts'

const words = (name: string, source: string) => wordingProblems(name, source).map((problem) => problem.words)

test('"for who" is reported in a comment, in a string, in JSX text and in Markdown, each with its line', () => {
  const planted = `const a = 1
/**
 * Shown
 * for who has it.
 */
const b = 'Sent to who asked.'
const c = \`By who paid \${a} times.\`
// An answer
// from who was asked.
const d = <p title="of who">For who signs in</p>
`
  expect(wordingProblems('planted.tsx', planted).map(({ line }) => line)).toEqual([4, 9, 6, 7, 10, 10])
  expect(words('planted.md', 'A mail\nfor who waits.\n\nBy `for who` alone.\n')).toEqual(['for who waits.'])
})

test('a question may begin with "Who" or end in "for who", a statement may not', () => {
  expect(words('page.tsx', "const label = 'Who can see this?'\nconst hint = 'And this is for who?'")).toEqual([])
  expect(words('page.tsx', '// Who is signed in.')).toEqual(['Who is signed in.'])
  expect(words('page.tsx', "const title = 'Whoever pays twice is refunded'")).toEqual([
    'Whoever pays twice is refunded',
  ])
})

test('each phrase that reads like a translation is reported once', () => {
  const planted = {
    '/** Says whether the cart is empty. */': 'Says whether the cart is empty.',
    '/** So long a page is kept. */': 'So long a page is kept.',
    '// An address that is none fails.': 'is none fails.',
    "const a = 'There is no such order.'": 'There is no such order.',
    '// The page is rendered anew.': 'anew.',
    '// The colour of a button.': 'colour of a button.',
    '// Its behaviour.': 'behaviour.',
    '// Kept for ever.': 'for ever.',
    '// It is anonymised.': 'anonymised.',
    '// A cancelled order.': 'cancelled order.',
  }
  for (const [source, found] of Object.entries(planted)) expect(words('planted.ts', source)).toEqual([found])
})

test('usual English passes: "as long as", "for everyone", "aria-labelledby" and "None"', () => {
  const usual = [
    '// As long as it lasts, so long that nobody waits. Null if there is none.',
    '// The same for everyone.',
    'const a = \'<p aria-labelledby="x"></p>\'',
    "const b = 'if a is None'",
  ]
  expect(words('usual.ts', usual.join('\n'))).toEqual([])
})

test('the wording check ignores names in code', () => {
  expect(words('names.ts', "import { colour } from './colour.ts'\nexport const behaviour = colour.for(anew)")).toEqual(
    [],
  )
  expect(words('names.md', '```ts\nconst colour = 1\n```\nand `behaviour` too')).toEqual([])
})

test('comments are found before a closing bracket, after a statement and inside JSX', () => {
  const source = `const f = () => {
  run() // after
  // before the end
}
const g = <p>{/* inside */}a // b</p>
`
  expect(textsOf('source.tsx', source)).toEqual([
    { line: 2, text: 'after' },
    { line: 3, text: 'before the end' },
    { line: 5, text: 'inside' },
    { line: 5, text: 'a // b' },
  ])
})

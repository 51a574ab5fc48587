import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LEGAL_BODY_MAX, LEGAL_DOCUMENTS } from '@slipstream/contract/legal-terms'
import { LegalText } from '@slipstream/contract/legal-documents'
import { BUILT_IN, BUILT_IN_SINCE } from './built-in.ts'
import { checkLegal } from './check-legal.ts'
import { parseLegal } from './parse-legal.ts'

const read = (body: string) => parseLegal('cookies', body)
const blocks = (body: string) => read(body).text.opening
const runs = (body: string) => {
  const [block] = blocks(body)
  return block?.kind === 'paragraph' ? block.runs : []
}
const messages = (body: string) => read(body).problems.map(({ line, message }) => `${line}: ${message}`)

test.each(LEGAL_DOCUMENTS)('[CAP-12] the built-in text of %s can be published as it is', (document) => {
  const { problems, missing, text } = checkLegal(document, BUILT_IN[document])
  expect({ problems, missing }).toEqual({ problems: [], missing: [] })
  expect(LegalText.parse(text)).toEqual(text)
})

test('a changed built-in text gets a new date, because buyers have agreed to the old one', () => {
  const known = Object.fromEntries(
    LEGAL_DOCUMENTS.map((document) => {
      const hash = createHash('sha256').update(BUILT_IN[document]).digest('hex').slice(0, 12)
      return [document, `${BUILT_IN_SINCE[document].slice(0, 10)} ${hash}`]
    }),
  )
  // A changed text needs a new hash here and a new day in BUILT_IN_SINCE.
  expect(known).toEqual({
    terms: '2026-11-17 cd06d960a068',
    privacy: '2026-11-17 b7326b6af681',
    cookies: '2026-11-18 ebfb2b555246',
    refunds: '2026-11-15 889616d87e88',
  })
})

test('a legal text is parsed into a lead, an opening and sections', () => {
  const { text, problems } = parseLegal(
    'terms',
    'Lead of\n{{storeName}}.\n\n- one\n- **two** [three](/contact)\n\n## First {#a}\n\nWords.\n\n### Below\n\n## Second *part*\n\n1. x\n',
  )
  expect(problems).toEqual([])
  expect(text).toEqual({
    lead: ['Lead of ', { value: 'storeName' }, '.'],
    opening: [
      {
        kind: 'list',
        isOrdered: false,
        items: [
          { paragraphs: [['one']] },
          { paragraphs: [[{ text: 'two', isStrong: true }, ' ', { text: 'three', href: '/contact' }]] },
        ],
      },
    ],
    sections: [
      {
        id: 'a',
        title: ['First'],
        blocks: [
          { kind: 'paragraph', runs: ['Words.'] },
          { kind: 'heading', runs: ['Below'] },
        ],
      },
      {
        id: 'section-second-part',
        title: ['Second ', 'part'],
        blocks: [{ kind: 'list', isOrdered: true, items: [{ paragraphs: [['x']] }] }],
      },
    ],
  })
})

test('lists can be nested once, and generated parts need their own lines', () => {
  expect(blocks('- a\n  1. b\n  2. c')).toEqual([
    {
      kind: 'list',
      isOrdered: false,
      items: [{ paragraphs: [['a']], nested: { isOrdered: true, items: [['b'], ['c']] } }],
    },
  ])
  expect(blocks('{{ storageTable }}\n{{storageTable}}')).toEqual([
    { kind: 'generated', name: 'storageTable' },
    { kind: 'generated', name: 'storageTable' },
  ])
  expect(messages('See {{storageTable}}')).toEqual([
    '1: {{storageTable}} stands for a table or a list: put it on a line of its own.',
  ])
})

test.each([
  ['{{nobody}}', '1: This text has no placeholder {{nobody}}.'],
  ['{{retentionTable}}', '1: This text has no placeholder {{retentionTable}}.'],
  ['{{constructor}}', '1: This text has no placeholder {{constructor}}.'],
  ['{{toString}}', '1: This text has no placeholder {{toString}}.'],
  ['{{storeName', '1: Write a placeholder as {{name}}, without anything else between the braces.'],
  ['{{{storeName}}}', '1: Write a placeholder as {{name}}, without anything else between the braces.'],
  ['a\n\n#### Deep', '3: Use ## for sections and ### below them.'],
  ['- a\n\n  # b', '3: A list cannot contain headings.'],
])('the text %j has a problem: %s', (body, message) => {
  expect(messages(body)).toEqual([message])
})

test('a legal page must begin with a paragraph and have sections with unique anchors', () => {
  const complaints = (body: string) => parseLegal('terms', body).problems.map(({ message }) => message)
  expect(complaints('- a')).toEqual([
    'Begin with a paragraph: it appears below the title.',
    'Write at least one section. Its heading begins with ##.',
  ])
  expect(complaints('a\n\n# b')).toEqual(['Begin a section with ##. The page has its title already.'])
  expect(complaints('a\n\n## b {#x}\n\n## c {#x}')).toEqual([
    'Another section has the anchor {#x}. Choose another one.',
  ])
  expect(complaints('a\n\n## b {#main}')).toEqual(['The page uses the anchor {#main} itself. Choose another one.'])
  const ids = parseLegal('terms', 'a\n\n## Same\n\n## Same').text.sections.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
})

describe('T-XSS: hostile texts', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java%0ascript:alert(1)',
    '<java\tscript:alert(1)>',
    '\\javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://store.example/1',
    'about:blank',
    'view-source:https://store.example',
    'http://plain.example',
    'https://user:password@host.example',
    'https://evil.example\\@store.example',
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '\\\\evil.example',
    '/./evil.example',
    '/..//evil.example',
    '///evil.example',
    'mailto:a@b.example?cc=c@d.example',
    'mailto:a@b.example&#10;Bcc:c@d.example',
    'https://evil.example/"onmouseover="alert(1)',
    'https://{{storeName}}.example',
    '/{{storeName}}',
    'contact',
    '',
  ])('T-XSS: a link to %j does not become a link', (url) => {
    const { text, problems } = read(`A [word](${url}) here.`)
    expect(JSON.stringify(text)).not.toContain('"href"')
    const wasParsedAsLink = !JSON.stringify(text).includes('](')
    expect(problems.length > 0 || !wasParsedAsLink).toBe(true)
  })

  test.each([
    '/contact',
    '/refund-policy#mods',
    '/terms?version=2',
    '#mods',
    'https://a.example/b?c=d',
    'mailto:a@b.example',
  ])('a link to %j is kept', (url) => {
    expect(read(`A [word](${url}).`)).toMatchObject({ problems: [] })
    expect(runs(`A [word](${url}).`)[1]).toEqual({ text: 'word', href: url })
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    'a <b onclick=alert(1)>b</b>',
    '<!-- comment -->',
    '<?php echo 1 ?>',
    '<![CDATA[x]]>',
    '<!DOCTYPE html>',
    '<style>*{display:none}</style>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '</article></main><h1>x</h1>',
    '<https://evil.example>',
    '![x](https://evil.example/p.png)',
    '`<script>`',
    '    <script>indented</script>',
    '```html\n<script>alert(1)</script>\n```',
    '> quoted',
    '[x]: https://evil.example',
    '${7*7} #{7*7} <%= 7*7 %>',
  ])('T-XSS: %j stays plain text', (body) => {
    const { text } = read(body)
    const known = new Set(['paragraph', 'heading', 'list', 'generated'])
    for (const block of text.opening) expect(known).toContain(block.kind)
    // Besides plain text, the parser may return only checked links.
    const hrefs = [...JSON.stringify(text).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href)
    expect(hrefs.filter((href) => href !== 'https://evil.example/p.png')).toEqual([])
    expect(LegalText.parse(text)).toEqual(text)
  })
})

const repeated = (words: string) => words.repeat(Math.floor(LEGAL_BODY_MAX / words.length))

test.each([
  '**a',
  'a**b',
  '_a ',
  '[',
  '[a](',
  '![',
  '`a``',
  '- ',
  '1. ',
  '> ',
  '\n',
  '- a\n',
  '- a\n  ',
  '\\',
  '&#',
  '<',
  '{{',
  '#',
])('a long text of repeated %j is parsed quickly', (words) => {
  const start = performance.now()
  parseLegal('terms', repeated(words))
  expect(performance.now() - start).toBeLessThan(1_500)
})

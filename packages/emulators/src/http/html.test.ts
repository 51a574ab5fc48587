import { expect, test } from 'vitest'
import { html } from './html.ts'

test('values are escaped for text and quoted attributes', () => {
  const attack = `"><script>alert('1')</script>&amp;`
  const { text } = html`<a title="${attack}">${attack}</a>`
  const escaped = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;amp;'
  expect(text).toBe(`<a title="${escaped}">${escaped}</a>`)
})

test('nested markup is not escaped again, lists are joined, and empty values render nothing', () => {
  const rows = ['<1>', '2'].map((row) => html`<li>${row}</li>`)
  expect(html`<ul>${rows}</ul>${null}${undefined}${false}${0}`.text).toBe('<ul><li>&#60;1&#62;</li><li>2</li></ul>0')
})

test('text that only looks like markup is escaped', () => {
  expect(html`${JSON.stringify({ text: '<b>' })}`.text).not.toContain('<b>')
})

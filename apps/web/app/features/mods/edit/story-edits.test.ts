import { expect, test } from 'vitest'
import { blockInserted, linePrefixed, wrapped } from './story-edits.ts'

test('formatting marks wrap the selection, or a placeholder word if nothing is selected', () => {
  expect(wrapped('**', '**', 'bold')('a fast car', 2, 6)).toEqual({ text: 'a **fast** car', from: 4, to: 8 })
  expect(wrapped('[', '](https://)', 'words')('', 0, 0)).toEqual({ text: '[words](https://)', from: 1, to: 6 })
})

test('a list mark goes before every selected line', () => {
  expect(linePrefixed('- ')('one\ntwo\nthree', 5, 10)).toEqual({ text: 'one\n- two\n- three', from: 7, to: 14 })
})

test('a picture is inserted as a separate paragraph after the current one', () => {
  expect(blockInserted('![x](picture:1)')('one\n\ntwo', 1, 1).text).toBe('one\n\n![x](picture:1)\n\ntwo')
  expect(blockInserted('![x](picture:1)')('', 0, 0).text).toBe('![x](picture:1)')
})

import { expect, test } from 'vitest'
import { cents } from '@slipstream/contract/money'
import { discordPost } from './discord-post.ts'

const url = 'https://store.example/mods/7'

test('a Discord post names the mod, its price and its address', () => {
  expect(discordPost({ title: 'Senko', description: 'A drift sedan.', price: cents(1_250), url })).toBe(
    '**Senko** is out now for $12.50.\n\nA drift sedan.\n\nhttps://store.example/mods/7',
  )
  expect(discordPost({ title: 'Senko', description: '', price: cents(0), url })).toBe(
    '**Senko** is out now, for free.\n\nhttps://store.example/mods/7',
  )
})

test('a Discord post escapes formatting characters in the title', () => {
  expect(discordPost({ title: 'Senko_*R*', description: '', price: cents(100), url })).toContain(
    '**Senko\\_\\*R\\*** is out',
  )
})

import { expect, test } from 'vitest'
import { Trailer } from '@slipstream/contract/trailer'
import { trailerAt } from './trailer.ts'

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('the YouTube video at %s can be played on the page', (address) => {
  expect(trailerAt(address)).toEqual({ service: 'youtube', id: 'dQw4w9WgXcQ' })
})

test.each(['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'])(
  'the Vimeo video at %s can be played on the page',
  (address) => expect(trailerAt(address)).toEqual({ service: 'vimeo', id: '76979871' }),
)

test.each([
  null,
  '',
  'https://video.example/1',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ/../x',
  'https://www.youtube.com/watch?v=dQw4w9WgXc%22',
  'https://www.youtube.com/watch',
  'https://vimeo.com/channels/staffpicks',
  'javascript:alert(1)',
])('the address %s stays a link', (address) => {
  expect(trailerAt(address)).toBeNull()
})

test('a trailer id with characters that the service does not use is refused', () => {
  for (const id of ['dQw4w9WgXc/', '../../evil00', 'dQw4w9WgXcQ?a=1', ''])
    expect(Trailer.safeParse({ service: 'youtube', id }).success).toBe(false)
  expect(Trailer.safeParse({ service: 'vimeo', id: '1/2' }).success).toBe(false)
})

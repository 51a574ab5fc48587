import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

const read = async (...chunks: string[]) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

test('events are parsed however the network splits them into chunks', async () => {
  const sent = 'retry: 250\nevent: open\ndata: {"topics":["me"]}\n\nretry: 900\n\nevent: hint\ndata: {"topic":"me"}\n\n'
  const expected = [
    { event: 'open', data: '{"topics":["me"]}', retry: 250 },
    { event: '', data: '', retry: 900 },
    { event: 'hint', data: '{"topic":"me"}' },
  ]
  expect(await read(sent)).toEqual(expected)
  expect(await read(...sent)).toEqual(expected)
  // A truncated event is dropped.
  expect(await read(sent, 'event: hint\ndata: {"topic"')).toEqual(expected)
})

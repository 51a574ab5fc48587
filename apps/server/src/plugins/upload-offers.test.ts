import { expect, test } from 'vitest'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
import { newPerson } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

test('an account is offered a hundred uploads a day, of all kinds together, whatever becomes of them', async () => {
  const [person, other] = [await newPerson(store), await newPerson(store)]
  const offers: number[] = []
  const picture = { contentType: 'image/png', sizeBytes: 100 }
  for (let count = 0; count < 101; count += 1) {
    const answer =
      count % 2 === 0
        ? await person.call('POST', '/api/tickets/attachments/upload', { ...picture, kind: 'picture' })
        : await person.call('POST', '/api/reviews/pictures/upload', picture)
    offers.push(answer.statusCode)
  }
  expect(offers).toEqual([...Array<number>(100).fill(200), 429])
  expect((await other.call('POST', '/api/reviews/pictures/upload', picture)).statusCode).toBe(200)
})

test('every endpoint that answers an address for a file is counted', async () => {
  const uncounted = [...(await readContractEndpoints())].filter(([, { response, offersUpload }]) => {
    const { def } = response as unknown as { def: { type: string; shape?: object } }
    const fields = def.type === 'object' ? Object.keys(def.shape ?? {}) : []
    return fields.includes('key') && fields.includes('url') && !offersUpload
  })
  // The two name a picture that is stored already.
  expect(uncounted.map(([name]) => name)).toEqual(['teamAdminApi.storePicture'])
})

// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/reviews-own'
import { configure, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MyReviews, OwnReview } from '@slipstream/contract/reviews-own'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import ReviewPage from './review-page.tsx'

configure({ asyncUtilTimeout: 10_000 })

const [MINE, SAVE, REMOVE] = [
  'GET /api/mods/11/reviews/mine',
  'POST /api/mods/11/reviews/mine',
  'DELETE /api/mods/11/reviews/mine',
] as const

const rejected: OwnReview = {
  id: 5,
  author: 'mara.k',
  rating: 5,
  title: 'Buy elsewhere',
  body: 'Cheaper at www.example.com, trust me.',
  createdAt: '2026-11-04T23:30:00.000Z',
  isVerified: true,
  editedAt: null,
  isGiven: false,
  isRefunded: false,
  version: null,
  gameVersion: null,
  pictures: [],
  isReplyOlder: false,
  helpfulCount: 0,
  reply: null,
  status: 'rejected',
  rejectReason: 'advertising',
}
let mine: MyReviews
let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  mine = { modTitle: 'Merle Wayfarer', isOwner: true, review: null, votedIds: [], reportedIds: [] }
  store = pretendStore({
    [MINE]: () => mine,
    [SAVE]: ({ body }) => {
      const typed = body as Pick<OwnReview, 'rating' | 'title' | 'body'>
      mine = {
        ...mine,
        review: { ...rejected, ...typed, status: 'pending', rejectReason: null, editedAt: rejected.createdAt },
      }
      return mine
    },
    [REMOVE]: () => {
      mine = { ...mine, review: null }
      return { success: true, message: 'Your review was deleted.' }
    },
  })
})
const show = () => showAt('/mod-locker', <ReviewPage modId={11} />)

test('[CAP-05] a review needs stars and a sentence, and then waits for a moderator', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Send review' }))
  expect(await screen.findByText('Choose one to five stars.')).toBeTruthy()
  expect(screen.getByText('Write at least a sentence.')).toBeTruthy()
  expect(store.asked(SAVE)).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: '5 stars' }))
  fireEvent.change(screen.getByLabelText(/^Your review/), { target: { value: 'We slept in it for a week.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send review' }))
  expect(await screen.findByText('Waiting for a moderator')).toBeTruthy()
  expect(store.asked(SAVE)[0]?.body).toEqual({
    rating: 5,
    title: '',
    body: 'We slept in it for a week.',
    pictureIds: [],
  })
})

test('a rejected author reads the reason, changes the review, and it waits for a moderator again', async () => {
  mine = { ...mine, review: rejected }
  show()
  expect(await screen.findByText('Your review was not published')).toBeTruthy()
  expect(screen.getByText(/It advertises something or consists of links\. Change it/)).toBeTruthy()
  const field = screen.getByLabelText(/^Your review/)
  fireEvent.change(field, { target: { value: 'It drives well, and that is all.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send changes' }))
  expect(await screen.findByText('Waiting for a moderator')).toBeTruthy()
  expect(screen.queryByText(/Change it and send it again/)).toBeNull()
})

test('an author deletes the review after a confirmation and can write another one', async () => {
  mine = { ...mine, review: rejected }
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  expect(store.asked(REMOVE)).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete review' }))
  expect(await screen.findByRole('button', { name: 'Send review' })).toBeTruthy()
  expect(store.asked(REMOVE)).toHaveLength(1)
})

test('somebody who no longer has the mod can only delete the review, and a page that fails to load can be loaded again', async () => {
  mine = { ...mine, isOwner: false, review: rejected }
  store.answers[MINE] = () => refuse('server.busy')
  show()
  expect(await screen.findByText('Your review could not be loaded.')).toBeTruthy()
  store.answers[MINE] = () => mine
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Only owners can write a review')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send changes' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete your review' })).toBeTruthy()
})

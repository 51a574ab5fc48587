import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { isPictureType } from '@slipstream/contract/picture-types'
import { REVIEW_LIMITS } from '@slipstream/contract/review-terms'
import type { ReviewPicture } from '@slipstream/contract/reviews'
import type { MyReviews } from '@slipstream/contract/reviews-own'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/reviews-own')).ownReviewsApi
type OwnReviewsApi = Awaited<ReturnType<typeof contract>>

/** The schema of a form's request, loaded when the form is submitted. */
export const reviewRules = (name: 'save' | 'report') => async () => (await contract())[name].body

const mineQuery = (modId: number) =>
  apiQuery(PATHS.myReviews, async () => (await contract()).mine, { params: { id: modId } })

/** The signed-in user's own review, votes and reports for a mod. Not fetched for signed-out visitors. */
export const useMyReviews = (modId: number, isSignedIn = true) => useQuery({ ...mineQuery(modId), enabled: isSignedIn })

export const useSaveReview = (modId: number) =>
  useApiMutation(
    contract,
    (api, body: BodyInputOf<OwnReviewsApi['save']>) => callApi(api.save, { params: { id: modId }, body }),
    {
      show: (queries, mine) => queries.setQueryData(mineQuery(modId).queryKey, mine),
      refresh: [PATHS.modReviews],
    },
  )

export const useRemoveReview = (modId: number) =>
  useApiMutation(contract, (api) => callApi(api.remove, { params: { id: modId } }), {
    refresh: [PATHS.myReviews, PATHS.modReviews],
  })

const withMark = (ids: readonly number[], id: number, isOn: boolean) =>
  isOn ? [...ids.filter((each) => each !== id), id] : ids.filter((each) => each !== id)

/** Shows the vote at once and reverts it if the store refuses it. */
export const useVote = (modId: number, reviewId: number) => {
  const queries = useQueryClient()
  const { queryKey } = mineQuery(modId)
  const show = (isHelpful: boolean) =>
    queries.setQueryData<MyReviews>(
      queryKey,
      (mine) => mine && { ...mine, votedIds: withMark(mine.votedIds, reviewId, isHelpful) },
    )
  return useMutation({
    mutationFn: async (isHelpful: boolean) =>
      callApi((await contract()).vote, { params: { id: reviewId }, body: { isHelpful } }),
    onMutate: (isHelpful) => void show(isHelpful),
    onError: (_, isHelpful) => void show(!isHelpful),
    scope: { id: `vote ${reviewId}` },
    networkMode: 'always',
  })
}

export const useReport = (reviewId: number) =>
  useApiMutation(
    contract,
    (api, body: BodyInputOf<OwnReviewsApi['report']>) => callApi(api.report, { params: { id: reviewId }, body }),
    { refresh: [PATHS.myReviews] },
  )

/** Uploaded directly to object storage, then re-encoded by the store. */
const sendPicture = async (file: File): Promise<ReviewPicture> => {
  if (!isPictureType(file.type)) throw new Error(`${file.name} is not a picture. Use a PNG, JPEG, WebP or AVIF.`)
  if (file.size > REVIEW_LIMITS.pictureBytes)
    throw new Error(`${file.name} is larger than 10 MB. Choose a smaller one.`)
  const api = await contract()
  const { key, url } = await callApi(api.offerPicture, { body: { contentType: file.type, sizeBytes: file.size } })
  const answer = await fetch(url, { method: 'PUT', body: file, headers: { 'content-type': file.type } })
  if (!answer.ok) throw new Error(`${file.name} could not be uploaded. Please try again.`)
  return callApi(api.addPicture, { body: { key } })
}

export const useSendPicture = () => useMutation({ mutationFn: sendPicture, networkMode: 'always' })

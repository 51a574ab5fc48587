import type { Coupon, CouponChange, NewCoupon } from '@slipstream/contract/coupons'
import { callApi } from '#lib/api.ts'
import type { Guard } from '#lib/guard.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/coupons')).couponsApi
type CouponsApi = Awaited<ReturnType<typeof contract>>

export const COUPONS_AT_A_TIME = 50

/** The pages of coupons loaded so far. */
export const useCoupons = (q: string) => {
  const { list, items } = usePagedList([ADMIN_PATHS.coupons, q], async (after, signal) =>
    callApi((await contract()).list, { query: { ...(q && { q }), after } }, signal),
  )
  return { list, coupons: items }
}

const useCouponAct = <Told>(guard: Guard, act: (api: CouponsApi, told: Told) => Promise<Coupon>) =>
  useApiMutation(contract, (api, told: Told) => guard(() => act(api, told)), { refresh: [ADMIN_PATHS.coupons] })

/** A new coupon, or the terms of an existing one. */
export type CouponBody = NewCoupon | CouponChange

export const couponRules = (act: 'create' | 'change') => async () => (await contract())[act].body

/** Creates a coupon if there is no id. */
export const useSaveCoupon = (guard: Guard, id = 0) =>
  useCouponAct(guard, (api, body: CouponBody) =>
    'code' in body ? callApi(api.create, { body }) : callApi(api.change, { params: { id }, body }),
  )

export const useChangeCoupon = (guard: Guard) =>
  useCouponAct(guard, (api, { id, ...body }: CouponChange & { id: number }) =>
    callApi(api.change, { params: { id }, body }),
  )

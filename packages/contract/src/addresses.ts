/** Every address of the API as a type, so that a wrong literal does not compile. No page pays for it: these are only types. */
import type * as account from './account.ts'
import type * as audit from './audit.ts'
import type * as auth from './auth.ts'
import type * as cart from './cart.ts'
import type * as categories from './categories.ts'
import type * as checkout from './checkout.ts'
import type * as compatibility from './compatibility.ts'
import type * as coupons from './coupons.ts'
import type * as developer from './developer.ts'
import type { ParamsOf } from './endpoint.ts'
import type * as locker from './locker.ts'
import type * as modList from './mod-list-admin.ts'
import type * as modsAdmin from './mods-admin.ts'
import type * as mods from './mods.ts'
import type * as ordersAdmin from './orders-admin.ts'
import type * as orders from './orders.ts'
import type * as passkeys from './passkeys.ts'
import type * as reconciliation from './reconciliation.ts'
import type * as releases from './releases.ts'
import type * as reviewsAdmin from './reviews-admin.ts'
import type * as reviews from './reviews.ts'
import type * as settings from './settings.ts'
import type * as team from './team.ts'
import type * as uploads from './uploads.ts'
import type * as wishlist from './wishlist.ts'

/** A file that is missing here is noticed by the first use of one of its addresses. */
type Apis =
  | typeof account.accountApi
  | typeof audit.auditApi
  | typeof auth.authApi
  | typeof cart.cartApi
  | typeof categories.categoriesApi
  | typeof checkout.checkoutApi
  | typeof compatibility.compatibilityApi
  | typeof coupons.couponsApi
  | typeof developer.developerApi
  | typeof locker.lockerApi
  | typeof modList.modListApi
  | typeof modsAdmin.modsAdminApi
  | typeof mods.modsApi
  | typeof ordersAdmin.ordersAdminApi
  | typeof orders.ordersApi
  | typeof passkeys.passkeysApi
  | typeof reconciliation.reconciliationApi
  | typeof releases.releasesApi
  | typeof reviewsAdmin.reviewsAdminApi
  | typeof reviews.reviewsApi
  | typeof settings.settingsApi
  | typeof team.teamApi
  | typeof uploads.uploadsApi
  | typeof wishlist.wishlistApi

type ValueOf<T> = T extends unknown ? T[keyof T] : never
export type ApiEndpoint = ValueOf<Apis>

/** `/api/mods/:id/reviews` becomes `/api/mods/${number}/reviews`. */
type Filled<Path extends string, Params> = Path extends `${infer Before}:${infer Name}/${infer After}`
  ? `${Before}${Param<Params, Name>}/${Filled<After, Params>}`
  : Path extends `${infer Before}:${infer Name}`
    ? `${Before}${Param<Params, Name>}`
    : Path
type Param<Params, Name extends string> = Name extends keyof Params ? Params[Name] & (string | number) : never

type PathnameOf<E> = E extends ApiEndpoint ? Filled<E['path'], ParamsOf<E>> : never
type CallOf<E> = E extends ApiEndpoint ? `${E['method']} ${PathnameOf<E>}` : never

/** Opened as a page, answered with a redirect. */
type RedirectPathname = typeof auth.DISCORD_START | typeof auth.DISCORD_RETURN

/** An address without its query. */
export type ApiPathname = PathnameOf<ApiEndpoint> | RedirectPathname
export type ApiAddress = ApiPathname | `${ApiPathname}?${string}`
/** `GET /api/mods/7`. */
export type ApiCall = CallOf<ApiEndpoint> | `${CallOf<ApiEndpoint>}?${string}`

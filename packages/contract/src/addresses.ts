/** Every API path as a type, so that a wrong literal does not compile. Types add nothing to the pages' code. */
import type { accountApi } from './account.ts'
import type { alertsApi } from './alerts.ts'
import type { analyticsPerformanceApi } from './analytics-performance.ts'
import type { analyticsSalesApi } from './analytics-sales.ts'
import type { analyticsUsersApi } from './analytics-users.ts'
import type { analyticsVisitsApi } from './analytics-visits.ts'
import type { dashboardApi } from './analytics.ts'
import type { announcementsApi } from './announcements.ts'
import type { auditApi } from './audit.ts'
import type { DISCORD_RETURN, DISCORD_START, authApi } from './auth.ts'
import type { backupsApi } from './backups.ts'
import type { outboxApi } from './outbox.ts'
import type { cartApi } from './cart.ts'
import type { categoriesApi } from './categories.ts'
import type { chatApi } from './chat.ts'
import type { checkoutApi } from './checkout.ts'
import type { cleanupApi } from './cleanup.ts'
import type { compatibilityApi } from './compatibility.ts'
import type { couponsApi } from './coupons.ts'
import type { developerApi } from './developer.ts'
import type { doctorApi } from './doctor.ts'
import type { ParamsOf } from './endpoint.ts'
import type { invoicesApi } from './invoices.ts'
import type { jobsApi } from './jobs.ts'
import type { legalAdminApi } from './legal-admin.ts'
import type { legalApi } from './legal-documents.ts'
import type { liveApi } from './live.ts'
import type { lockerApi } from './locker.ts'
import type { modListApi } from './mod-list-admin.ts'
import type { comparisonApi } from './mods-comparison.ts'
import type { modsAdminApi } from './mods-admin.ts'
import type { modsApi } from './mods.ts'
import type { newsletterApi } from './newsletter.ts'
import type { operationsApi } from './operations.ts'
import type { notificationsApi, staffNotificationsApi } from './notifications.ts'
import type { ordersAdminApi } from './orders-admin.ts'
import type { ordersApi } from './orders.ts'
import type { passkeysApi } from './passkeys.ts'
import type { reconciliationApi } from './reconciliation.ts'
import type { straysApi } from './strays.ts'
import type { webhooksApi } from './reconciliation-webhooks.ts'
import type { releasesApi } from './releases.ts'
import type { reviewsAdminApi } from './reviews-admin.ts'
import type { ownReviewsApi } from './reviews-own.ts'
import type { reviewsApi } from './reviews.ts'
import type { securityApi } from './security.ts'
import type { settingsAdminApi } from './settings-admin.ts'
import type { settingsApi } from './settings.ts'
import type { mySubscriptionApi } from './subscriptions-mine.ts'
import type { subscriptionsAdminApi } from './subscriptions-admin.ts'
import type { subscriptionsApi } from './subscriptions.ts'
import type { teamAdminApi } from './team-admin.ts'
import type { teamApi } from './team.ts'
import type { templatesApi } from './templates.ts'
import type { ticketsAdminApi } from './tickets-admin.ts'
import type { supportApi } from './tickets-overview.ts'
import type { cannedRepliesApi } from './tickets-replies.ts'
import type { trackersApi } from './tickets-trackers.ts'
import type { ticketsApi } from './tickets.ts'
import type { tracesApi } from './traces.ts'
import type { uploadsApi } from './uploads.ts'
import type { usersAdminApi } from './users-admin.ts'
import type { usersTrackingApi } from './users-tracking.ts'
import type { visitsApi } from './visits.ts'
import type { wishlistAdminApi } from './wishlist-admin.ts'
import type { wishlistApi } from './wishlist.ts'

/** If an API is missing here, the first use of one of its paths does not compile. */
type Apis =
  | typeof accountApi
  | typeof alertsApi
  | typeof analyticsPerformanceApi
  | typeof analyticsSalesApi
  | typeof analyticsUsersApi
  | typeof analyticsVisitsApi
  | typeof announcementsApi
  | typeof auditApi
  | typeof authApi
  | typeof backupsApi
  | typeof outboxApi
  | typeof cartApi
  | typeof categoriesApi
  | typeof chatApi
  | typeof checkoutApi
  | typeof cleanupApi
  | typeof comparisonApi
  | typeof compatibilityApi
  | typeof couponsApi
  | typeof dashboardApi
  | typeof developerApi
  | typeof doctorApi
  | typeof invoicesApi
  | typeof jobsApi
  | typeof legalAdminApi
  | typeof legalApi
  | typeof liveApi
  | typeof lockerApi
  | typeof modListApi
  | typeof modsAdminApi
  | typeof modsApi
  | typeof newsletterApi
  | typeof notificationsApi
  | typeof operationsApi
  | typeof staffNotificationsApi
  | typeof ordersAdminApi
  | typeof ordersApi
  | typeof passkeysApi
  | typeof reconciliationApi
  | typeof straysApi
  | typeof releasesApi
  | typeof reviewsAdminApi
  | typeof reviewsApi
  | typeof ownReviewsApi
  | typeof securityApi
  | typeof settingsAdminApi
  | typeof settingsApi
  | typeof mySubscriptionApi
  | typeof subscriptionsAdminApi
  | typeof subscriptionsApi
  | typeof teamAdminApi
  | typeof teamApi
  | typeof templatesApi
  | typeof ticketsAdminApi
  | typeof ticketsApi
  | typeof trackersApi
  | typeof supportApi
  | typeof cannedRepliesApi
  | typeof tracesApi
  | typeof uploadsApi
  | typeof usersAdminApi
  | typeof usersTrackingApi
  | typeof visitsApi
  | typeof webhooksApi
  | typeof wishlistAdminApi
  | typeof wishlistApi

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
type RedirectPathname = typeof DISCORD_START | typeof DISCORD_RETURN

/** An address without its query. */
export type ApiPathname = PathnameOf<ApiEndpoint> | RedirectPathname
export type ApiAddress = ApiPathname | `${ApiPathname}?${string}`
/** `GET /api/mods/7`. */
export type ApiCall = CallOf<ApiEndpoint> | `${CallOf<ApiEndpoint>}?${string}`

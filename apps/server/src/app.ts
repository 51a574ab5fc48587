import compress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '@slipstream/db/client'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { RETENTION } from '#all-retention.ts'
import { allAlerts } from '#all-alerts.ts'
import { accountRoutes } from '#features/account/account.routes.ts'
import type { ExpiringSecret } from '#features/alerts/machine.alerts.ts'
import { alertsRoutes } from '#features/alerts/alerts.routes.ts'
import { analyticsRoutes } from '#features/analytics/analytics.routes.ts'
import { announcementsRoutes } from '#features/announcements/announcements.routes.ts'
import { auditRoutes } from '#features/audit/audit.routes.ts'
import { recordExport } from '#features/audit/audit.service.ts'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { authRoutes } from '#features/auth/auth.routes.ts'
import { discordRoutes } from '#features/auth/discord.routes.ts'
import { passkeysRoutes } from '#features/auth/passkeys.routes.ts'
import { backupsRoutes } from '#features/backups/backups.routes.ts'
import { outboxRoutes } from '#features/outbox/outbox.routes.ts'
import { categoriesRoutes } from '#features/categories/categories.routes.ts'
import { cleanupRoutes } from '#features/cleanup/cleanup.routes.ts'
import type { MarkKeys } from '#features/copies/mark-keys.ts'
import { compatibilityRoutes } from '#features/compatibility/compatibility.routes.ts'
import { modListRoutes } from '#features/mods/mod-list.routes.ts'
import { editModsRoutes } from '#features/mods/edit-mods.routes.ts'
import { galleryRoutes } from '#features/mods/gallery.routes.ts'
import type { CartStamps } from '#features/cart/cart-stamps.service.ts'
import { cartRoutes } from '#features/cart/cart.routes.ts'
import { couponsAdminRoutes } from '#features/coupons/coupons.admin-routes.ts'
import { chatRoutes } from '#features/chat/chat.routes.ts'
import { checkoutRoutes } from '#features/checkout/checkout.routes.ts'
import { jobsRoutes } from '#features/jobs/jobs.routes.ts'
import { legalRoutes } from '#features/legal/legal.routes.ts'
import type { LiveLegal } from '#features/legal/live-legal.service.ts'
import type { Live } from '#features/live/open-live.ts'
import { liveRoutes } from '#features/live/live.routes.ts'
import { lockerRoutes } from '#features/locker/locker.routes.ts'
import { developerRoutes } from '#features/developer/developer.routes.ts'
import { doctorRoutes } from '#features/doctor/doctor.routes.ts'
import { seoRoutes } from '#features/catalogue/seo.routes.ts'
import type { MailSource } from '#features/newsletter/sender-domain.ts'
import { newsletterRoutes } from '#features/newsletter/newsletter.routes.ts'
import { notificationsRoutes } from '#features/notifications/notifications.routes.ts'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { catalogueRoutes } from '#features/catalogue/catalogue.routes.ts'
import { releasesRoutes } from '#features/releases/releases.routes.ts'
import { operationsRoutes } from '#features/operations/operations.routes.ts'
import { invoicesRoutes } from '#features/invoices/invoices.routes.ts'
import { ordersAdminRoutes } from '#features/orders/orders.admin-routes.ts'
import { ordersRoutes } from '#features/orders/orders.routes.ts'
import { reconciliationRoutes } from '#features/reconciliation/reconciliation.routes.ts'
import { reviewsRoutes } from '#features/reviews/reviews.routes.ts'
import { securityRoutes } from '#features/security/security.routes.ts'
import { brandPicturesRoutes } from '#features/pictures/brand-pictures.routes.ts'
import { settingsRoutes } from '#features/settings/settings.routes.ts'
import { subscriptionsAdminRoutes } from '#features/subscriptions/subscriptions.admin-routes.ts'
import { subscriptionsRoutes } from '#features/subscriptions/subscriptions.routes.ts'
import { teamRoutes } from '#features/team/team.routes.ts'
import { tracesRoutes } from '#features/traces/traces.routes.ts'
import { ticketsAdminRoutes } from '#features/tickets/admin/tickets.admin-routes.ts'
import { templatesRoutes } from '#features/templates/templates.routes.ts'
import { ticketsRoutes } from '#features/tickets/tickets.routes.ts'
import { uploadsRoutes } from '#features/uploads/uploads.routes.ts'
import { usersAdminRoutes } from '#features/users/admin/users.admin-routes.ts'
import type { Visits } from '#features/visits/open-visits.ts'
import { visitsRoutes } from '#features/visits/visits.routes.ts'
import { wishlistRoutes } from '#features/wishlist/wishlist.routes.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { DnsRecords } from '#gateways/dns-records.ts'
import type { DiscordRoles } from '#gateways/discord-roles.ts'
import type { DiscordWebhooks } from '#gateways/discord-webhooks.ts'
import type { Cdn } from '#gateways/cdn.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { CONNECTION_TIMES, limitConnections } from '#lib/http/connection-limits.ts'
import { DomainError } from '#lib/domain-error.ts'
import { registerExportLog } from '#lib/http/export-log.ts'
import { registerGate } from '#lib/http/gate.ts'
import type { Lateness } from '#lib/http/lateness.ts'
import { proxyCheck } from '#lib/http/trusted-proxies.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import type { Telemetry } from '#lib/telemetry/current-span.ts'
import { registerAccessLog } from '#plugins/access-log.ts'
import { registerApiDocsPage, registerApiDocument } from '#plugins/api-docs.ts'
import { answerBadConnection, registerErrorHandler, sendRouterError } from '#plugins/errors.ts'
import { registerHealth } from '#plugins/health.ts'
import { registerJsonBodies } from '#plugins/json-bodies.ts'
import { registerLongRequests } from '#plugins/long-requests.ts'
import { registerLoadShedding } from '#plugins/load-shedding.ts'
import { registerBridgedVisitors } from '#lib/http/bridged-visitors.ts'
import { type Metrics, registerRequestTimes } from '#plugins/metrics.ts'
import { registerPolicyReports } from '#plugins/policy-reports.ts'
import { registerProbedRedirects } from '#plugins/probed-redirects.ts'
import { registerRateLimit } from '#plugins/rate-limit.ts'
import { registerRequestSpans } from '#plugins/request-spans.ts'
import { registerSecurityHeaders } from '#plugins/security-headers.ts'
import { registerUploadOffers } from '#plugins/upload-offers.ts'

/** Everything a running store consists of. Tests build the same with their own database. */
export interface Services {
  log: Logger
  db: Db
  redis: RedisGateway
  storage: Storage
  mailer: Mailer
  stripe: StripeGateway
  cdn: Cdn
  channels: AlertChannels
  /** Null if the store assigns no Discord role. */
  discordRoles: DiscordRoles | null
  discordWebhooks: DiscordWebhooks
  cache: SharedCache
  cartStamps: CartStamps
  settings: LiveSettings
  legal: LiveLegal
  auth: AuthParts
  metrics: Metrics
  live: Live
  visits: Visits
  /** The store's public address, without a trailing slash. */
  publicUrl: string
  trustedProxies: readonly string[]
  requestsPerMinute: number
  lateness: Pick<Lateness, 'isLate'>
  /** Whether people can sign in with Discord. */
  hasDiscordLogin: boolean
  /** Removes the store's secrets and everything that looks like one. */
  redact: (text: string) => string
  /** The owner's public key, which encrypts the backups; null for a store without backups. */
  backupKey: string | null
  /** The keys behind the marks of copies, the current one first. */
  markKeys: MarkKeys
  /** When keys of other services expire, as noted by the owner. */
  secretsExpire: readonly ExpiringSecret[]
  /** Null if the mail provider reports no bounces or complaints. */
  mailWebhookSecret: string | null
  /** Which DNS records the store's mail should have. */
  mailSource: MailSource
  dns: DnsRecords
  /** Whether /api/docs is public. */
  hasApiDocs: boolean
  /** Null or missing if the store traces nothing. */
  telemetry?: Telemetry | null
  /** Test apps set this: an error code that the endpoint does not declare then fails the test. */
  onUndeclaredError?: (problem: string) => void
}

/** The whole API, not yet listening. */
export const buildApp = async (services: Services) => {
  // Fastify's own logger type: with pino's, every route would carry pino's types along.
  const logger: FastifyBaseLogger = services.log
  const app = Fastify({
    loggerInstance: logger,
    // plugins/access-log.ts writes one line per response instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: services.trustedProxies.length > 0 && proxyCheck(services.trustedProxies),
    bodyLimit: 1_048_576,
    http: CONNECTION_TIMES,
    requestTimeout: CONNECTION_TIMES.requestTimeout,
    connectionTimeout: CONNECTION_TIMES.idleTimeout,
    frameworkErrors: sendRouterError,
    clientErrorHandler: answerBadConnection,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  limitConnections(app.server, services)
  if (services.telemetry) registerRequestSpans(app, services.telemetry)
  registerErrorHandler(app, services)
  registerAccessLog(app, services)
  registerRequestTimes(app, services)
  registerJsonBodies(app)
  registerSecurityHeaders(app)
  registerLoadShedding(app, services)
  registerProbedRedirects(app)
  registerBridgedVisitors(app, services)
  await registerRateLimit(app, services.requestsPerMinute)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  if (services.hasApiDocs) {
    await registerApiDocument(app)
    await registerApiDocsPage(app)
  }

  registerHealth(app)
  registerPolicyReports(app, services.metrics.registry)
  registerGate(app, services.auth.requests)
  registerUploadOffers(app, services)
  registerLongRequests(app, services)
  registerExportLog(app, (file) => inTransaction(services.db, (tx) => recordExport(tx, file)))
  authRoutes(app, services.auth)
  discordRoutes(app, services.auth)
  passkeysRoutes(app, services.auth)
  accountRoutes(app, { ...services.auth, personalData: PERSONAL_DATA })
  settingsRoutes(app, services)
  brandPicturesRoutes(app, services)
  securityRoutes(app, services)
  legalRoutes(app, services)
  teamRoutes(app, services)
  wishlistRoutes(app, services)
  visitsRoutes(app, services)
  newsletterRoutes(app, services)
  templatesRoutes(app, services)
  announcementsRoutes(app, services)
  notificationsRoutes(app, services)
  chatRoutes(app, services)
  checkoutRoutes(app, services)
  invoicesRoutes(app, services)
  ordersRoutes(app, services)
  ordersAdminRoutes(app, services)
  couponsAdminRoutes(app, services)
  subscriptionsRoutes(app, services)
  subscriptionsAdminRoutes(app, services)
  reconciliationRoutes(app, services)
  liveRoutes(app, services)
  lockerRoutes(app, services)
  ticketsRoutes(app, services)
  ticketsAdminRoutes(app, services)
  cartRoutes(app, services)
  seoRoutes(app, services)
  catalogueRoutes(app, services)
  editModsRoutes(app, services)
  galleryRoutes(app, services)
  releasesRoutes(app, services)
  reviewsRoutes(app, services)
  uploadsRoutes(app, services)
  analyticsRoutes(app, services)
  auditRoutes(app, services)
  usersAdminRoutes(app, { ...services, personalData: PERSONAL_DATA })
  categoriesRoutes(app, services)
  compatibilityRoutes(app, services)
  modListRoutes(app, services)
  developerRoutes(app, services)
  doctorRoutes(app, services)
  operationsRoutes(app, services)
  jobsRoutes(app, services)
  backupsRoutes(app, services)
  outboxRoutes(app, services)
  tracesRoutes(app, services)
  alertsRoutes(app, { ...services, checks: allAlerts(services) })
  cleanupRoutes(app, { ...services, rules: RETENTION })

  const refuse = async () => {
    throw new DomainError('request.not_found')
  }
  app.setNotFoundHandler(refuse)
  // The pages answer every other path; an unknown API call must not be taken for one of them.
  for (const url of ['/api', '/api/*']) app.all(url, { schema: { hide: true } }, refuse)
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>

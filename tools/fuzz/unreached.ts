const LINK = 'needs the link in a mail, which the worker sends'
const AUTHENTICATOR = 'needs a WebAuthn authenticator'
const DEVELOPER = 'needs the developer, who comes from Discord'
const ARCHIVE = 'needs an archive that the worker has read and checked'

/**
 * Operations that random requests cannot complete, with the reason. They are called anyway, and must refuse cleanly.
 */
export const CANNOT_SUCCEED: Readonly<Record<string, string>> = {
  'POST /api/auth/reset-password': LINK,
  'POST /api/auth/verify-email': LINK,
  'POST /api/subscription/cancel-by-link': LINK,
  'POST /api/contact/ticket': LINK,
  'POST /api/contact/ticket/messages': LINK,
  'POST /api/contact/ticket/solve': LINK,
  'POST /api/contact/ticket/rating': LINK,
  'POST /api/contact/ticket/attachment': LINK,
  'POST /api/reviews/pictures': 'needs an uploaded picture',
  'POST /api/admin/team/pictures': 'needs an uploaded picture',
  'POST /api/admin/newsletters/{id}/resume': 'needs a newsletter that the worker has begun to send',
  'POST /api/auth/discord/ticket': 'needs a round trip to Discord in a browser',
  'POST /api/auth/passkey': AUTHENTICATOR,
  'POST /api/auth/second-factor/passkey/options': AUTHENTICATOR,
  'POST /api/auth/second-factor/passkey': AUTHENTICATOR,
  'POST /api/auth/prove/passkey': AUTHENTICATOR,
  'POST /api/account/passkeys': AUTHENTICATOR,
  'PATCH /api/account/passkeys/{id}': AUTHENTICATOR,
  'DELETE /api/account/passkeys/{id}': AUTHENTICATOR,
  'GET /api/admin/dev/health': DEVELOPER,
  'GET /api/admin/dev/alerts': DEVELOPER,
  'GET /api/admin/dev/incidents': DEVELOPER,
  'GET /api/admin/dev/errors': DEVELOPER,
  'POST /api/admin/dev/alerts/test': DEVELOPER,
  'GET /api/admin/dev/logs': DEVELOPER,
  'GET /api/admin/dev/tasks': DEVELOPER,
  'POST /api/admin/dev/tasks': DEVELOPER,
  'PATCH /api/admin/dev/tasks/{id}': DEVELOPER,
  'DELETE /api/admin/dev/tasks/{id}': DEVELOPER,
  'POST /api/admin/dev/cache/purge': DEVELOPER,
  'POST /api/admin/dev/db/check': DEVELOPER,
  'POST /api/admin/dev/maintenance': DEVELOPER,
  'POST /api/admin/dev/maintenance/window': DEVELOPER,
  'DELETE /api/admin/dev/maintenance/window': DEVELOPER,
  'POST /api/admin/dev/ping': DEVELOPER,
  'POST /api/admin/dev/revalidate/sitemap': DEVELOPER,
  'POST /api/admin/dev/warm/mods/featured': DEVELOPER,
  'POST /api/admin/dev/warm/reviews/featured': DEVELOPER,
  'POST /api/admin/mods/{id}/releases': ARCHIVE,
  'DELETE /api/admin/releases/{id}': ARCHIVE,
  'POST /api/admin/jobs/{id}/retry': 'needs a job that has failed twelve times',
  'POST /api/admin/security/second-factor': 'the fuzzed store is a demo, which never requires a second factor',
  'GET /api/live': 'stays open as soon as it succeeds',
  'POST /api/admin/backups/{id}/download': 'needs a backup, which the worker makes',
}

import type { Access } from '@slipstream/contract/endpoint'

/** Calls about archives: uploads, releases and leaked copies. */
export const ARCHIVE_CALLS: Record<string, Access> = {
  'GET /api/admin/mods/:id/uploads': 'admin',
  'GET /api/admin/mods/:id/releases': 'admin',
  'POST /api/admin/mods/:id/releases': 'admin',
  'PATCH /api/admin/releases/:id': 'admin',
  'DELETE /api/admin/releases/:id': 'admin',
  'GET /api/admin/releases/:id/publish': 'admin',
  'POST /api/admin/releases/:id/publish': 'admin',
  'DELETE /api/admin/releases/:id/publish': 'admin',
  'POST /api/admin/releases/:id/withdraw': 'admin',
  'POST /api/admin/uploads': 'admin',
  'GET /api/admin/uploads/:id': 'admin',
  'DELETE /api/admin/uploads/:id': 'admin',
  'POST /api/admin/uploads/:id/complete': 'admin',
  'POST /api/admin/uploads/:id/parts': 'admin',
  'GET /api/admin/traces': 'admin',
  'POST /api/admin/traces': 'admin',
  'POST /api/admin/traces/file': 'admin',
  'GET /api/admin/traces/:id': 'admin',
}

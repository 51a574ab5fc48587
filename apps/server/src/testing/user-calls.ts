import type { Access } from '@slipstream/contract/endpoint'

/** The part of the access matrix about accounts and their security. */
export const USER_CALLS: Record<string, Access> = {
  'GET /api/admin/security': 'admin',
  'POST /api/admin/security/second-factor': 'admin',
  'GET /api/admin/security/staff': 'admin',
  'GET /api/admin/tracking/devices': 'admin',
  'GET /api/admin/tracking/downloads': 'admin',
  'GET /api/admin/tracking/sign-ins': 'admin',
  'GET /api/admin/tracking/signals': 'admin',
  'GET /api/admin/users': 'admin',
  'POST /api/admin/users': 'admin',
  'GET /api/admin/users/export': 'admin',
  'GET /api/admin/users/figures': 'admin',
  'GET /api/admin/users/:id': 'admin',
  'POST /api/admin/users/:id/ban': 'admin',
  'POST /api/admin/users/:id/erase': 'admin',
  'POST /api/admin/users/:id/invite': 'admin',
  'POST /api/admin/users/:id/move-purchases': 'admin',
  'POST /api/admin/users/:id/notes': 'admin',
  'DELETE /api/admin/users/:id/notes/:noteId': 'admin',
  'POST /api/admin/users/:id/personal-data': 'admin',
  'POST /api/admin/users/:id/role': 'admin',
  'POST /api/admin/users/:id/sign-out': 'admin',
  'GET /api/admin/users/:id/timeline': 'admin',
  'POST /api/admin/users/:id/unban': 'admin',
}

import { DEFAULT_STORE } from './default-store.ts'
import type { Settings } from './settings.ts'

/** The settings of a new store. In a file without schemas, so that pages can use it without loading them. */
export const DEFAULT_SETTINGS: Settings = {
  ...DEFAULT_STORE,
  staffEmail: '',
  timeZone: 'UTC',
  maintenanceMode: false,
  plannedMaintenance: null,
  adminsNeedTwoFactor: false,
  sellerName: '',
  sellerAddress: '',
  sellerTaxId: '',
  taxNote: '',
  accentDark: '#fd822f',
  accentLight: '#bd4704',
  sharePicture: '',
  searchTitle: '',
  searchDescription: '',
  isListed: true,
  googleVerification: '',
  bingVerification: '',
}

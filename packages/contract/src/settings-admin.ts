import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Settings } from './settings.ts'
import { filledText } from './text.ts'

/** The settings that administrators change on the settings page. */
const EditableSettings = z.pick(Settings, {
  storeName: true,
  blurb: true,
  heroTitle: true,
  heroText: true,
  gameName: true,
  contactEmail: true,
  staffEmail: true,
  timeZone: true,
  socialLinks: true,
  downloadWindowDays: true,
  renewals: true,
  sellerName: true,
  sellerAddress: true,
  sellerTaxId: true,
  accentDark: true,
  accentLight: true,
  searchTitle: true,
  searchDescription: true,
  isListed: true,
  googleVerification: true,
  bingVerification: true,
})
export type EditableSettings = z.output<typeof EditableSettings>
export type EditableKey = keyof EditableSettings

/** Only the settings that change. A setting that gets its default again is reset. */
const SettingsChange = z.strictObject(z.partial(EditableSettings).shape)
export type SettingsChange = z.output<typeof SettingsChange>

/** The latest change of a setting. Settings that were never changed have no entry. */
const LastChange = z.object({ key: z.keyof(EditableSettings), at: z.iso.datetime(), by: z.string() })

export const AdminSettings = z.object({ values: EditableSettings, changes: z.array(LastChange) })
export type AdminSettings = z.output<typeof AdminSettings>

/** Calls of the settings page. `/api/admin/settings` is polled by every admin page and stays small. */
export const settingsAdminApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings/values',
    summary: 'Read the settings that administrators can change, and who changed each last',
    access: 'admin',
    response: AdminSettings,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/settings/values',
    summary: 'Change settings; a setting that gets its default value is reset',
    access: 'admin',
    body: SettingsChange,
    response: AdminSettings,
  }),
}

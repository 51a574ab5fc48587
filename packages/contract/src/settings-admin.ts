import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PICTURE_TYPES } from './picture-types.ts'
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
  taxNote: true,
  accentDark: true,
  accentLight: true,
  logo: true,
  sharePicture: true,
  searchTitle: true,
  searchDescription: true,
  isListed: true,
  googleVerification: true,
  bingVerification: true,
})
export type EditableSettings = z.output<typeof EditableSettings>
export type EditableKey = keyof EditableSettings

/** Only the settings that change. Setting one to its default resets it. */
const SettingsChange = z.strictObject(z.partial(EditableSettings).shape)
export type SettingsChange = z.output<typeof SettingsChange>

/** The latest change of a setting. Settings that were never changed have no entry. */
const LastChange = z.object({ key: z.keyof(EditableSettings), at: z.iso.datetime(), by: z.string() })

export const AdminSettings = z.object({
  values: EditableSettings,
  changes: z.array(LastChange),
  /** The URL prefix of picture keys. */
  pictureBase: z.string(),
})
export type AdminSettings = z.output<typeof AdminSettings>

const BRAND_PICTURES = ['logo', 'share'] as const
export type BrandPicture = (typeof BRAND_PICTURES)[number]

/** Endpoints of the settings page. `/api/admin/settings` is polled by every admin page and stays small. */
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
    needsProof: 'if: payments or mail',
    body: SettingsChange,
    response: AdminSettings,
    errors: ['picture.not_found', 'storage.away'],
  }),
  offerPicture: endpoint({
    method: 'POST',
    path: '/api/admin/settings/pictures/upload',
    summary: 'Get a presigned URL to upload a logo or share picture',
    access: 'admin',
    offersUpload: true,
    needsProof: 'no: no page shows it yet',
    body: z.strictObject({ contentType: z.enum(PICTURE_TYPES) }),
    response: z.object({ key: z.string(), url: z.string() }),
  }),
  storePicture: endpoint({
    method: 'POST',
    path: '/api/admin/settings/pictures',
    summary: 'Re-encode an uploaded picture and get the key under which a setting can name it',
    access: 'admin',
    needsProof: 'no: no page shows it yet',
    body: z.strictObject({ key: filledText(200), use: z.enum(BRAND_PICTURES) }),
    response: z.object({ key: z.string() }),
    errors: ['picture.not_found', 'picture.unusable', 'storage.away'],
  }),
}

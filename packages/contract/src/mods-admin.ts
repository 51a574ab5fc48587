import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, idParams } from './id.ts'
import { ModForm } from './mod-form.ts'
import { integer } from './number.ts'
import { Picture } from './picture.ts'
import { filledText, instant, jsonObject, text } from './text.ts'

export const MOD_STATUSES = ['draft', 'published', 'archived'] as const
export type ModStatus = (typeof MOD_STATUSES)[number]

export const AdminPicture = z.object({ id: Id, picture: Picture })
export type AdminPicture = z.output<typeof AdminPicture>

/** All that the page for editing needs, besides releases and uploads. */
export const AdminMod = z.object({
  id: Id,
  status: z.enum(MOD_STATUSES),
  publishedAt: z.nullable(z.iso.datetime()),
  publishAt: z.nullable(z.iso.datetime()),
  /** The name under which players get it, the same for every release: the game knows a mod by it. */
  fileName: z.string(),
  form: ModForm,
  /** Another one whenever another form is saved; who types over a form says which one it was. */
  formVersion: z.string(),
  /** What was typed and not saved, as the page sent it; its revision is told when it is sent again. */
  draft: z.nullable(z.object({ typed: z.unknown(), revision: z.int(), updatedAt: z.iso.datetime() })),
  pictures: z.array(AdminPicture),
  updatedAt: z.iso.datetime(),
})
export type AdminMod = z.output<typeof AdminMod>

const ids = z.array(Id).check(z.minLength(1), z.maxLength(200))

/** The `formVersion` that a page began with: nobody writes unseen over what was saved since. */
const FormVersion = z.optional(text(64))

const pictureParams = z.strictObject({ id: IdParam, pictureId: IdParam })
const pictureWords = {
  label: text(30),
  alt: text(200),
}

export const modsAdminApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/admin/mods',
    summary: 'Begins a mod as a draft',
    access: 'admin',
    body: z.strictObject({
      title: filledText(80),
      categoryId: z.optional(Id),
    }),
    response: AdminMod,
    errors: ['request.invalid', 'category.not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id',
    summary: 'A mod with all that is written about it',
    access: 'admin',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/draft',
    summary: 'Keeps what was typed, valid or not, without changing the mod',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      typed: jsonObject(),
      /** Of the draft that was typed over; 0 where there was none. */
      revision: integer(0),
      basedOn: FormVersion,
    }),
    response: z.object({ revision: z.int(), updatedAt: z.iso.datetime() }),
    errors: ['request.invalid', 'mod.not_found', 'mod.draft_changed'],
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/draft',
    summary: 'Forgets what was typed and not saved',
    access: 'admin',
    params: idParams,
    response: z.null(),
    errors: ['mod.not_found'],
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/admin/mods/:id',
    summary: 'Changes what is written about a mod; its draft is done with',
    access: 'admin',
    params: idParams,
    query: z.strictObject({ basedOn: FormVersion }),
    body: ModForm,
    response: AdminMod,
    errors: ['request.invalid', 'mod.not_found', 'mod.draft_changed', 'mod.not_ready', 'category.not_found'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/publish',
    summary: 'Shows a mod to everybody, now or at a time',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ at: z.nullable(instant()) }),
    response: AdminMod,
    errors: ['request.invalid', 'mod.not_found', 'mod.not_ready'],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/publish',
    summary: 'Calls off that a mod is published by itself',
    access: 'admin',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/archive',
    summary: 'Takes a mod from the store; who owns it keeps it',
    access: 'admin',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/duplicate',
    summary: 'A new draft with the same texts, configurations and pictures',
    access: 'admin',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  offerPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/upload',
    summary: 'An address to which the browser sends one picture',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ contentType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']) }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: ['request.invalid', 'mod.not_found'],
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures',
    summary: 'Adds a sent picture, or one of the archive’s, to the gallery',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ key: filledText(200), ...pictureWords }),
    response: AdminPicture,
    errors: ['request.invalid', 'mod.not_found', 'picture.not_found', 'picture.unusable', 'storage.away'],
  }),
  editPicture: endpoint({
    method: 'PATCH',
    path: '/api/admin/mods/:id/pictures/:pictureId',
    summary: 'Changes the words of a picture',
    access: 'admin',
    params: pictureParams,
    body: z.strictObject(pictureWords),
    response: AdminPicture,
    errors: ['request.invalid', 'picture.not_found'],
  }),
  cropPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/:pictureId/crop',
    summary: 'Shows a part of a picture instead of the whole',
    access: 'admin',
    params: pictureParams,
    /** In pixels of the original. */
    body: z.strictObject({
      left: integer(0),
      top: integer(0),
      width: integer(320),
      height: integer(200),
    }),
    response: AdminPicture,
    errors: ['request.invalid', 'picture.not_found', 'picture.unusable', 'storage.away'],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/pictures/:pictureId',
    summary: 'Takes a picture out of the gallery',
    access: 'admin',
    params: pictureParams,
    response: z.null(),
    errors: ['picture.not_found', 'picture.last_one'],
  }),
  orderPictures: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/order',
    summary: 'Puts the gallery in order; all its pictures are named',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ ids }),
    response: z.array(AdminPicture),
    errors: ['request.invalid', 'mod.not_found', 'order.changed'],
  }),
}

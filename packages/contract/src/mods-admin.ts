import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, idParams } from './id.ts'
import { ModForm, StoryText } from './mod-form.ts'
import { ModDetails } from './mods.ts'
import { integer } from './number.ts'
import { GalleryPicture } from './picture.ts'
import { MAX_CAPTION, PICTURE_KINDS, PICTURE_TYPES } from './picture-types.ts'
import { StoryBlock } from './story.ts'
import { filledText, instant, jsonObject, text } from './text.ts'

export const MOD_STATUSES = ['draft', 'published', 'archived'] as const
export type ModStatus = (typeof MOD_STATUSES)[number]

export const AdminPicture = z.object({ id: Id, picture: GalleryPicture })
export type AdminPicture = z.output<typeof AdminPicture>

/** Everything the edit page needs, except releases and uploads. */
export const AdminMod = z.object({
  id: Id,
  status: z.enum(MOD_STATUSES),
  publishedAt: z.nullable(z.iso.datetime()),
  publishAt: z.nullable(z.iso.datetime()),
  /** The file name players get, the same for every release, because the game identifies a mod by it. */
  fileName: z.string(),
  form: ModForm,
  /** Changes with every save. A save sends the version it is based on. */
  formVersion: z.string(),
  /** The unsaved draft as the page sent it, with the revision to send with the next one. */
  draft: z.nullable(z.object({ typed: z.unknown(), revision: z.int(), updatedAt: z.iso.datetime() })),
  pictures: z.array(AdminPicture),
  /** The 1200x630 link preview; null until it is drawn. */
  shareImageUrl: z.nullable(z.string()),
  /** As shown on the mod's page. */
  ratings: z.object({ rating: z.nullable(z.number()), ratingCount: z.int(), histogram: ModDetails.shape.histogram }),
  updatedAt: z.iso.datetime(),
})
export type AdminMod = z.output<typeof AdminMod>

const ids = z.array(Id).check(z.minLength(1), z.maxLength(200))

/** The `formVersion` the page was loaded with, so that no save overwrites changes its author has not seen. */
const FormVersion = z.optional(text(64))

const pictureParams = z.strictObject({ id: IdParam, pictureId: IdParam })
const PictureWords = z.strictObject({
  label: text(30),
  alt: text(200),
  kind: z.optional(z.enum(PICTURE_KINDS)),
  caption: z.optional(z.nullable(filledText(MAX_CAPTION))),
})

export const modsAdminApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/admin/mods',
    summary: 'Create a mod as a draft',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: z.strictObject({
      title: filledText(80),
      categoryId: z.optional(Id),
    }),
    response: AdminMod,
    errors: ['category.not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id',
    summary: 'Get a mod with all its fields',
    access: 'admin',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/draft',
    summary: 'Save the draft, valid or not, without changing the mod',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({
      typed: jsonObject(),
      /** The draft revision it replaces; 0 for the first one. */
      revision: integer(0),
      basedOn: FormVersion,
    }),
    response: z.object({ revision: z.int(), updatedAt: z.iso.datetime() }),
    errors: ['mod.not_found', 'mod.draft_changed'],
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/draft',
    summary: 'Discard the draft',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: z.null(),
    errors: ['mod.not_found'],
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/admin/mods/:id',
    summary: 'Save the form of a mod and discard its draft',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    query: z.strictObject({ basedOn: FormVersion }),
    body: ModForm,
    response: AdminMod,
    errors: ['mod.not_found', 'mod.draft_changed', 'mod.not_ready', 'category.not_found'],
  }),
  previewStory: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/story/preview',
    summary: 'Format a story as the mod’s page would show it',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({ about: StoryText }),
    response: z.object({ story: z.array(StoryBlock) }),
    errors: ['mod.not_found'],
  }),
  fill: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/fill',
    summary: 'Create the first release of a draft from its archive, once',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({ uploadId: Id }),
    /** True only for the first request: its page then applies the archive's suggestions to the form. */
    response: z.object({ isFirst: z.boolean() }),
    errors: ['mod.not_found', 'upload.not_found'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/publish',
    summary: 'Publish a mod now or at a given time',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({ at: z.nullable(instant()) }),
    response: AdminMod,
    errors: ['mod.not_found', 'mod.not_ready'],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/publish',
    summary: 'Cancel the scheduled publication of a mod',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/archive',
    summary: 'Remove a mod from the store; its owners keep it',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/duplicate',
    summary: 'Create a draft with the same texts, configurations and pictures',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: AdminMod,
    errors: ['mod.not_found'],
  }),
  offerPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/upload',
    summary: 'Get a presigned URL to upload a picture',
    access: 'admin',
    offersUpload: true,
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({ contentType: z.enum(PICTURE_TYPES) }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: ['mod.not_found'],
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures',
    summary: 'Add an uploaded picture, or one from the archive, to the gallery',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.extend(PictureWords, { key: filledText(200) }),
    response: AdminPicture,
    errors: ['mod.not_found', 'picture.not_found', 'picture.unusable', 'storage.away'],
  }),
  editPicture: endpoint({
    method: 'PATCH',
    path: '/api/admin/mods/:id/pictures/:pictureId',
    summary: 'Change the label, alt text, kind or caption of a picture',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: pictureParams,
    /** An omitted field stays as it is, so that two pages can change different fields. */
    body: z.partial(PictureWords),
    response: AdminPicture,
    errors: ['mod.not_found', 'picture.not_found'],
  }),
  cropPicture: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/:pictureId/crop',
    summary: 'Crop a picture',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: pictureParams,
    /** In pixels of the original. */
    body: z.strictObject({
      left: integer(0),
      top: integer(0),
      width: integer(320),
      height: integer(200),
    }),
    response: AdminPicture,
    errors: ['mod.not_found', 'picture.not_found', 'picture.unusable', 'storage.away'],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/api/admin/mods/:id/pictures/:pictureId',
    summary: 'Remove a picture from the gallery',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: pictureParams,
    response: z.null(),
    errors: ['mod.not_found', 'picture.not_found', 'picture.last_one'],
  }),
  orderPictures: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/pictures/order',
    summary: 'Set the order of the gallery; the list must be complete',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({ ids }),
    response: z.array(AdminPicture),
    errors: ['mod.not_found', 'order.changed'],
  }),
}

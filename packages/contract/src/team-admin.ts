import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { PICTURE_TYPES } from './picture-types.ts'
import { TeamMember } from './team.ts'
import { filledText, text } from './text.ts'

/** The about page sends the whole team at once, so it is bounded. */
export const TEAM_LIMITS = { categories: 50, members: 200 } as const

export const AdminTeamCategory = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  members: z.int(),
})
export type AdminTeamCategory = z.output<typeof AdminTeamCategory>

export const TeamCategoryForm = z.strictObject({
  name: filledText(60),
  description: text(300, { multiline: true }),
})
export type TeamCategoryForm = z.output<typeof TeamCategoryForm>

/** Includes the picture's storage key, which the form sends back on save. */
export const AdminTeamMember = z.extend(TeamMember, { avatarKey: z.nullable(z.string()) })
export type AdminTeamMember = z.output<typeof AdminTeamMember>

export const TeamMemberForm = z.strictObject({
  categoryId: Id,
  name: filledText(60),
  role: filledText(60),
  bio: text(500, { multiline: true }),
  /** From `storePicture`; null to show the initials. */
  avatarKey: z.nullable(text(100).check(z.regex(/^team\/[0-9a-f]{64}\.webp$/, 'Not a picture of the team.'))),
})
export type TeamMemberForm = z.output<typeof TeamMemberForm>

const ids = (most: number) => z.array(Id).check(z.minLength(1), z.maxLength(most))

export const teamAdminApi = {
  categories: endpoint({
    method: 'GET',
    path: '/api/admin/team/categories',
    summary: 'List the groups of the team in order, with the number of their members',
    access: 'admin',
    response: z.array(AdminTeamCategory),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/admin/team/categories',
    summary: 'Add a group at the end',
    access: 'admin',
    needsProof: 'no: the team’s page',
    body: TeamCategoryForm,
    response: AdminTeamCategory,
    errors: ['team.too_many'],
  }),
  editCategory: endpoint({
    method: 'PATCH',
    path: '/api/admin/team/categories/:id',
    summary: 'Change a group of the team',
    access: 'admin',
    needsProof: 'no: the team’s page',
    params: idParams,
    body: TeamCategoryForm,
    response: AdminTeamCategory,
    errors: ['team.category_not_found'],
  }),
  orderCategories: endpoint({
    method: 'POST',
    path: '/api/admin/team/categories/order',
    summary: 'Set the order of the groups; the list must be complete',
    access: 'admin',
    needsProof: 'no: the team’s page',
    body: z.strictObject({ ids: ids(TEAM_LIMITS.categories) }),
    response: z.array(AdminTeamCategory),
    errors: ['order.changed'],
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/api/admin/team/categories/:id',
    summary: 'Remove an empty group',
    access: 'admin',
    needsProof: 'no: the team’s page',
    params: idParams,
    response: z.null(),
    errors: ['team.category_in_use'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/admin/team/members',
    summary: 'List the members of the team in order',
    access: 'admin',
    response: z.array(AdminTeamMember),
  }),
  createMember: endpoint({
    method: 'POST',
    path: '/api/admin/team/members',
    summary: 'Add a member at the end of a group',
    access: 'admin',
    needsProof: 'no: the team’s page',
    body: TeamMemberForm,
    response: AdminTeamMember,
    errors: ['team.category_not_found', 'team.too_many', 'picture.not_found', 'storage.away'],
  }),
  editMember: endpoint({
    method: 'PATCH',
    path: '/api/admin/team/members/:id',
    summary: 'Change a member; in another group it is the last one',
    access: 'admin',
    needsProof: 'no: the team’s page',
    params: idParams,
    body: TeamMemberForm,
    response: AdminTeamMember,
    errors: ['team.member_not_found', 'team.category_not_found', 'picture.not_found', 'storage.away'],
  }),
  orderMembers: endpoint({
    method: 'POST',
    path: '/api/admin/team/members/order',
    summary: 'Set the order of the members of one group; the list must be complete',
    access: 'admin',
    needsProof: 'no: the team’s page',
    body: z.strictObject({ categoryId: Id, ids: ids(TEAM_LIMITS.members) }),
    response: z.array(AdminTeamMember),
    errors: ['order.changed'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/admin/team/members/:id',
    summary: 'Remove a member',
    access: 'admin',
    needsProof: 'no: the team’s page',
    params: idParams,
    response: z.null(),
  }),
  offerPicture: endpoint({
    method: 'POST',
    path: '/api/admin/team/pictures/upload',
    summary: 'Get a presigned URL to upload the picture of a member',
    access: 'admin',
    offersUpload: true,
    needsProof: 'no: no page shows it yet',
    body: z.strictObject({ contentType: z.enum(PICTURE_TYPES) }),
    response: z.object({ key: z.string(), url: z.string() }),
  }),
  storePicture: endpoint({
    method: 'POST',
    path: '/api/admin/team/pictures',
    summary: 'Re-encode an uploaded picture and get the key under which a member can name it',
    access: 'admin',
    needsProof: 'no: no page shows it yet',
    body: z.strictObject({ key: filledText(200) }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: ['picture.not_found', 'picture.unusable', 'storage.away'],
  }),
}

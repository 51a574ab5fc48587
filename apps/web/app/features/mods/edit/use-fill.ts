import { useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { toastFailure } from '#ui/toast-failure.ts'
import { titleFromFileName } from '../title-from-file-name.ts'
import { useFillMod } from './edit.queries.ts'
import { proposableFields, type ProposableFields, typedFields } from './read-form.ts'
import type { TypedMod } from './typed-mod.ts'

/** Enough for a gallery; the others are one click away. */
const MOST_PICTURES = 4

export interface ReadArchive {
  uploadId: number
  fileName: string
  suggested: Partial<ProposableFields>
  pictures: readonly { key: string; name: string }[]
}

interface FillParts {
  mod: AdminMod
  form: { latest: () => TypedMod; change: (fields: Partial<TypedMod>) => void }
  addPicture: (picture: { key: string; label: string }) => Promise<unknown>
}

/** The suggestions for fields that have not been edited. */
export const untouchedFields = (
  now: ProposableFields,
  { fileName, suggested }: Pick<ReadArchive, 'fileName' | 'suggested'>,
): Partial<ProposableFields> => {
  const isUntouched = (name: keyof ProposableFields) =>
    name === 'title' ? now.title === titleFromFileName(fileName) : now[name].length === 0
  const names = Object.keys(suggested) as (keyof ProposableFields)[]
  return Object.fromEntries(names.filter(isUntouched).map((name) => [name, suggested[name]]))
}

/**
 * Applies the suggestions of an archive to an empty draft automatically, adds its pictures and creates the first
 * release. The server allows this only once, so that it never reverts what the user has undone.
 */
export const useFill = ({ mod, form, addPicture }: FillParts) => {
  const { mutateAsync: claim } = useFillMod(mod.id)
  const [replaced, setReplaced] = useState<Partial<ProposableFields>>({})

  const fill = async ({ uploadId, pictures, ...archive }: ReadArchive) => {
    const { isFirst } = await claim(uploadId)
    if (!isFirst) return
    const now = proposableFields(form.latest())
    const fields = untouchedFields(now, archive)
    setReplaced(Object.fromEntries(Object.keys(fields).map((name) => [name, now[name as keyof ProposableFields]])))
    form.change(typedFields(fields))
    if (mod.pictures.length > 0) return
    for (const { key, name } of pictures.slice(0, MOST_PICTURES)) await addPicture({ key, label: name })
  }

  return {
    /** The previous values of the fields that were filled in. */
    replaced,
    fill: (archive: ReadArchive) => void fill(archive).catch(toastFailure('The draft was not filled in')),
  }
}

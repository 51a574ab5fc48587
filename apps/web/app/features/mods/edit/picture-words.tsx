import { useState } from 'react'
import type { GalleryPicture } from '@slipstream/contract/picture'
import { MAX_CAPTION, PICTURE_KINDS, type PictureKind } from '@slipstream/contract/picture-types'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useEditPicture } from './gallery.queries.ts'
import { useReportUnsaved } from './unsaved-words.ts'

interface PictureWordsProps {
  modId: number
  id: number
  picture: GalleryPicture
  /** The name of the picture: its label, or its position. */
  name: string
}

const KIND_LABELS: Record<PictureKind, string> = { studio: 'Studio', in_game: 'In-game' }
const KINDS = PICTURE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

/** Texts and kind of a picture. Each field saves itself, so that it never sends an old value of another one. */
export const PictureWords = ({ modId, id, picture, name }: PictureWordsProps) => {
  const field = { modId, id, picture, name }
  return (
    <div className="grid gap-3 @2xl:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]">
      <WordField {...field} of="label" label="Label" placeholder="Front" max={30} />
      <WordField {...field} of="alt" label="Description" placeholder="Alt text for screen readers" max={200} />
      <KindField {...field} />
      <WordField {...field} of="caption" label="Caption" placeholder="Shown below the picture" max={MAX_CAPTION} />
    </div>
  )
}

/** The state of an unsaved text, by the status of its last save. */
const STATES = { idle: 'typing', success: 'typing', pending: 'saving', error: 'failed' } as const

interface WordFieldProps extends PictureWordsProps {
  of: 'label' | 'alt' | 'caption'
  label: string
  placeholder: string
  max: number
}

/** Saved on blur. Shows the stored text, which another page may have changed, until something is typed. */
const WordField = ({ modId, id, picture, name, of, label, placeholder, max }: WordFieldProps) => {
  const edit = useEditPicture(modId, id)
  const [typed, setTyped] = useState<string | null>(null)
  const stored = picture[of] ?? ''
  const isUnsaved = typed !== null && typed.trim() !== stored
  useReportUnsaved(`${id} ${of}`, { name: `${label.toLowerCase()} of ${name}`, state: STATES[edit.status], isUnsaved })
  const save = () => {
    if (typed === null) return
    if (!isUnsaved) return setTyped(null)
    const text = typed.trim()
    edit.mutate(
      { [of]: of === 'caption' ? text || null : text },
      {
        // Text typed in the meantime stays.
        onSuccess: () => setTyped((now) => (now === typed ? null : now)),
      },
    )
  }
  return (
    <Field label={<Named what={label} name={name} />} error={edit.error && failureText(edit.error)}>
      <Input
        size="sm"
        placeholder={placeholder}
        maxLength={max}
        value={typed ?? stored}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
      />
    </Field>
  )
}

/** Saved as soon as it is chosen. */
const KindField = ({ modId, id, picture, name }: PictureWordsProps) => {
  const edit = useEditPicture(modId, id)
  return (
    <Field label={<Named what="Kind" name={name} />} error={edit.error && failureText(edit.error)}>
      <NativeSelect
        size="sm"
        options={KINDS}
        value={edit.isPending ? edit.variables.kind : picture.kind}
        onValueChange={(kind) => edit.mutate({ kind: kind as PictureKind })}
      />
    </Field>
  )
}

const Named = ({ what, name }: { what: string; name: string }) => (
  <>
    {what} <span className="sr-only">of {name}</span>
  </>
)

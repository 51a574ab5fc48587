import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { PICTURE_TYPES } from '@slipstream/contract/picture-types'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import { failureText } from '#ui/failure-text.ts'
import { FileDrop } from '#ui/file-drop.tsx'
import { Progress } from '#ui/progress.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { useSendPicture } from './setting-values.queries.ts'

const USES = { logo: 'logo', sharePicture: 'share' } as const
type PictureName = keyof typeof USES

/** The address of the picture in the form; empty for the default one. */
export const usePictureAddress = (name: PictureName) => {
  const { values, pictureBase } = useSettingsForm()
  return values[name] && pictureBase + values[name]
}

/** A picture as a setting: uploaded at once, shown to visitors when the form is saved. */
export const PictureSetting = ({ name, hint }: { name: PictureName; hint: string }) => {
  const { values } = useSettingsForm()
  const label = SETTING_NAMES[name].toLowerCase()
  return (
    <SettingField name={name} isGroup hint={hint}>
      <PictureDrop
        name={name}
        label={values[name] ? `Replace the ${label}` : `Drop a ${label} here, or choose a file`}
      />
    </SettingField>
  )
}

const PictureDrop = ({ name, label }: { name: PictureName; label: string }) => {
  const { change } = useSettingsForm()
  const { mutate, isPending, error } = useSendPicture()
  const [share, setShare] = useState(0)
  const send = ([file]: readonly File[]) => {
    if (!file) return
    setShare(0)
    const picture = { use: USES[name], file, onProgress: setShare }
    mutate(picture, { onSuccess: ({ key }) => change({ [name]: key }) })
  }
  if (isPending) {
    // All bytes are sent, and the store is re-encoding the picture.
    return share >= 1 ? (
      <Progress label="Checking the picture" value={null} />
    ) : (
      <Progress label="Uploading" value={share} />
    )
  }
  return (
    <FileDrop
      label={label}
      hint="PNG, JPEG, WebP or AVIF, at most 32 MiB."
      accept={PICTURE_TYPES.join(',')}
      icon={<ImageUp />}
      error={error && failureText(error)}
      onFiles={send}
    />
  )
}

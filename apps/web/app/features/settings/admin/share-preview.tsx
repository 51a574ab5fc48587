import { storeWords } from '#lib/store-words.ts'
import { Card } from '#ui/card.tsx'
import { usePictureAddress } from './picture-setting.tsx'
import { useSettingsForm } from './settings-form.tsx'

/** The home page as a link in a chat, with the values in the form. */
export const SharePreview = () => {
  const { values } = useSettingsForm()
  const { title, description } = storeWords(values)
  const picture = usePictureAddress('sharePicture') || '/share.jpg'
  return (
    <Card title="Link in Discord" description="The home page. Mods are shared with their own picture and text.">
      <div className="max-w-[440px] rounded-md border-s-4 border-s-input bg-raised p-4">
        <p className="text-caption text-muted">{values.storeName}</p>
        <p className="mt-1.5 text-ui font-semibold text-info wrap-anywhere">{title}</p>
        <p className="mt-1 text-small wrap-anywhere">{description}</p>
        <img
          src={picture}
          alt="The picture of a shared link"
          width={1200}
          height={630}
          className="mt-3 aspect-[1200/630] w-full rounded-md object-cover"
        />
      </div>
    </Card>
  )
}

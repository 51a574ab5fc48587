import { HEX_COLOR, isReadable, type Theme } from '@slipstream/contract/accent'
import { FormSection } from '#ui/form-section.tsx'
import { AccentField } from './accent-field.tsx'
import { AccentPreview } from './accent-preview.tsx'
import { ContrastCheck } from './contrast-check.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { SharePreview } from './share-preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { TypedSettings } from './typed-settings.ts'

const isWeak = (theme: Theme, typed: string) => HEX_COLOR.test(typed.toLowerCase()) && !isReadable(theme, typed)

/** The save bar names themes with an unreadable accent. Text that is not a color gets its error on saving. */
const weakAccent = ({ accentDark, accentLight }: TypedSettings) => {
  const weak = [isWeak('dark', accentDark) && 'dark', isWeak('light', accentLight) && 'light'].filter(Boolean)
  return weak.length === 0 ? null : `Choose a stronger accent for the ${weak.join(' and the ')} theme to save`
}

export const AppearanceSettings = () => (
  <SettingsForm label="Appearance" obstacle={weakAccent}>
    <div className="grid items-start gap-5 lg:grid-cols-[440px_minmax(0,1fr)]">
      <div className="flex flex-col gap-5">
        <FormSection title="Brand" description="Visitors see a new picture when you save.">
          <PictureSetting
            name="logo"
            hint="Square, at least 128 x 128 pixels. Appears next to the store’s name on pages and in e-mails. A transparent logo that would vanish in one of the themes gets a tile behind it."
          />
          <PictureSetting
            name="sharePicture"
            hint="1200 x 630 pixels, cropped if it has another shape. Chats show it for links to pages without their own picture."
          />
        </FormSection>
        <FormSection
          title="Accent color"
          description="For the main button, the selected tab and discounts. E-mails and the pictures of shared mods keep their own."
        >
          <AccentField theme="dark" name="accentDark" />
          <AccentField theme="light" name="accentLight" />
        </FormSection>
      </div>
      <div className="flex flex-col gap-5 lg:sticky lg:top-6">
        <AccentPreview />
        <ContrastCheck />
        <SharePreview />
      </div>
    </div>
  </SettingsForm>
)

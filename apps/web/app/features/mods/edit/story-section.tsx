import { useRef } from 'react'
import type { AdminPicture } from '@slipstream/contract/mods-admin'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { FormSection } from '#ui/form-section.tsx'
import { ListField } from '#ui/list-field.tsx'
import { StoryTools } from './story-tools.tsx'
import { TypedField } from './typed-field.tsx'
import type { FormPart } from './use-mod-form.ts'

interface StorySectionProps {
  form: FormPart
  pictures: readonly AdminPicture[]
}

export const StorySection = ({ form, pictures }: StorySectionProps) => (
  <FormSection
    id="story"
    title="Story"
    saves="form"
    description="The long text on the mod’s page, and what players need."
  >
    <AboutField form={form} pictures={pictures} />
    <TypedField
      form={form}
      name="videoUrl"
      label="Video"
      hint="The URL of a trailer. YouTube and Vimeo videos play on the mod’s page after a click; a video on another site opens in a new tab."
      isOptional
      input={{ type: 'url', inputMode: 'url', placeholder: 'https://' }}
    />
    <ListField
      label="Requirements"
      itemName="requirement"
      hint="What players need besides the game."
      values={form.typed.requirements}
      onChange={(requirements) => form.change({ requirements })}
      error={form.problem('requirements')}
      maxItems={MOD_LIMITS.requirements}
      maxLength={MOD_LIMITS.requirement}
      isOptional
    />
  </FormSection>
)

const AboutField = ({ form, pictures }: StorySectionProps) => {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="flex flex-col gap-2">
      <StoryTools place={place} pictures={pictures} onChange={(about) => form.change({ about })} />
      <TypedField
        form={form}
        name="about"
        label="About the mod"
        hint="Leave an empty line to start a new paragraph. ## starts a heading, - a list item. If this is empty, the page shows the short description."
        rows={8}
        isOptional
      />
    </div>
  )
}

import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { FormSection } from '#ui/form-section.tsx'
import { ListField } from '#ui/list-field.tsx'
import { TypedField } from './typed-field.tsx'
import type { FormPart } from './use-mod-form.ts'

export const StorySection = ({ form }: { form: FormPart }) => (
  <FormSection id="story" title="Story" description="The long text of the mod’s page, and what a player needs for it.">
    <TypedField
      form={form}
      name="about"
      label="About the mod"
      hint="An empty line begins a new paragraph. Without a text the short description stands in its place."
      rows={8}
      isOptional
    />
    <TypedField
      form={form}
      name="videoUrl"
      label="Video"
      hint="The address of a trailer; the gallery links to it."
      isOptional
      input={{ type: 'url', inputMode: 'url', placeholder: 'https://' }}
    />
    <ListField
      label="Requirements"
      itemName="requirement"
      hint="What a player must have besides the game."
      values={form.typed.requirements}
      onChange={(requirements) => form.change({ requirements })}
      error={form.problem('requirements')}
      maxItems={MOD_LIMITS.requirements}
      maxLength={MOD_LIMITS.requirement}
      isOptional
    />
  </FormSection>
)

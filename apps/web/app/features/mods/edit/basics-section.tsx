import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { FormSection } from '#ui/form-section.tsx'
import { TagsField } from '#ui/tags-field.tsx'
import { TypedField } from './typed-field.tsx'
import type { FormPart } from './use-mod-form.ts'

export const BasicsSection = ({ form }: { form: FormPart }) => (
  <FormSection id="basics" title="Basics" saves="form" description="What cards, lists and search engines show.">
    <TypedField form={form} name="title" label="Title" max={MOD_LIMITS.title} />
    <TypedField
      form={form}
      name="make"
      label="Make"
      hint="The vehicle’s manufacturer in the game."
      max={MOD_LIMITS.make}
      isOptional
    />
    <TypedField
      form={form}
      name="description"
      label="Short description"
      hint="One or two sentences under the title."
      max={MOD_LIMITS.description}
      rows={3}
    />
    <TagsField
      label="Tags"
      hint="Press Enter or comma to add one. Players find mods by tag."
      values={form.typed.tags}
      onChange={(tags) => form.change({ tags })}
      error={form.problem('tags')}
      maxItems={MOD_LIMITS.tags}
      maxLength={MOD_LIMITS.tag}
      isOptional
    />
  </FormSection>
)

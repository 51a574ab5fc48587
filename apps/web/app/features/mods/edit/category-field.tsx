import { ChoicePills } from '#ui/choice-pills.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { useAdminCategories } from './edit.queries.ts'
import type { FormPart } from './use-mod-form.ts'

/** All categories in view, so that choosing one takes a single click. */
export const CategoryField = ({ form }: { form: FormPart }) => {
  const { data: categories = [], isError } = useAdminCategories()
  return (
    <FieldGroup
      label="Category"
      error={form.problem('categoryId') ?? (isError ? 'The categories could not be loaded.' : undefined)}
    >
      <ChoicePills
        label="Category"
        choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.typed.categoryId}
        onValueChange={(categoryId) => form.change({ categoryId })}
      />
    </FieldGroup>
  )
}

import { type ReactNode, useState } from 'react'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { categoryRules, useSaveCategory } from './categories.queries.ts'

interface CategoryDialogProps {
  /** Without one, a new category is created. */
  category?: AdminCategory
  trigger: ReactNode
}

export const CategoryDialog = ({ category, trigger }: CategoryDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={category ? `Edit ${category.name}` : 'New category'}
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {/* Remounted on each opening, so it starts fresh. */}
      <CategoryFields category={category} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

const EMPTY: CategoryForm = { name: '', slug: '', description: '' }

const CategoryFields = ({ category, onSaved }: { category: AdminCategory | undefined; onSaved: () => void }) => {
  const { mutateAsync } = useSaveCategory(category?.id)
  const [isSlugOwn, setSlugOwn] = useState(category !== undefined)
  const form = useForm({
    initial: category ? wordsOf(category) : EMPTY,
    schema: categoryRules,
    body: trimmed,
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    fieldOf: { 'category.slug_taken': 'slug' },
    send: mutateAsync,
    onDone: onSaved,
  })
  const { values: typed, problems, change, text } = form

  return (
    <DialogForm action={category ? 'Save' : 'Create'} form={form}>
      <Field label="Name" error={problems.name}>
        <Input
          autoComplete="off"
          value={typed.name}
          onChange={({ currentTarget: { value: name } }) =>
            change({ name, ...(!isSlugOwn && { slug: slugFrom(name) }) })
          }
        />
      </Field>
      <Field
        label="URL slug"
        hint={
          category
            ? 'Links with the old slug stop working when you change it.'
            : `The list will be at /mods?category=${typed.slug || '…'}`
        }
        error={problems.slug}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          value={typed.slug}
          onChange={(event) => {
            setSlugOwn(true)
            change({ slug: event.currentTarget.value })
          }}
        />
      </Field>
      <Field label="Description" isOptional error={problems.description}>
        <Textarea {...text('description')} rows={2} />
      </Field>
    </DialogForm>
  )
}

const wordsOf = ({ name, slug, description }: AdminCategory): CategoryForm => ({ name, slug, description })

const trimmed = ({ name, slug, description }: CategoryForm): CategoryForm => ({
  name: name.trim(),
  slug: slug.trim(),
  description: description.trim(),
})

const slugFrom = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)

import { type ReactNode, useState } from 'react'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import { ApiError } from '#lib/request.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useSaveCategory } from './categories.queries.ts'

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
  const saving = useSaveCategory(category?.id)
  const [typed, setTyped] = useState<CategoryForm>(category ? wordsOf(category) : EMPTY)
  const [isSlugOwn, setSlugOwn] = useState(category !== undefined)
  const [problems, setProblems] = useState<Problems>({})
  const isTaken = saving.error instanceof ApiError && saving.error.code === 'category.slug_taken'

  const change = (words: Partial<CategoryForm>) => {
    setTyped((before) => ({ ...before, ...words }))
    setProblems({})
    if (isTaken) saving.reset()
  }
  const submit = () => {
    const found = problemsOf(typed)
    setProblems(found)
    if (Object.keys(found).length === 0) saving.mutate(trimmed(typed), { onSuccess: onSaved })
  }

  return (
    <DialogForm
      action={category ? 'Save' : 'Create'}
      isBusy={saving.isPending}
      failure={saving.isError && !isTaken ? failureText(saving.error) : null}
      onSend={submit}
    >
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
        error={isTaken ? failureText(saving.error) : problems.slug}
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
        <Textarea
          rows={2}
          value={typed.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
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

type Problems = Partial<Record<keyof CategoryForm, string>>

/** Client-side errors, shown at the fields. */
const problemsOf = (typed: CategoryForm): Problems => {
  const { name, slug, description } = trimmed(typed)
  return {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(name.length > 40 && { name: 'Use at most 40 characters.' }),
    ...(!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && {
      slug: 'Use lowercase letters, digits and single hyphens, like off-road.',
    }),
    ...(slug.length > 40 && { slug: 'Use at most 40 characters.' }),
    ...(description.length > 200 && { description: 'Use at most 200 characters.' }),
  }
}

import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { useForm } from '#ui/use-form.ts'
import { type NewMod, newModRules, useAdminCategories, useCreateMod } from './edit/edit.queries.ts'
import { titleFromFileName } from './title-from-file-name.ts'

interface CreateModProps {
  /** Why a file cannot be used as an archive; null if it can. */
  fileProblem: (file: File) => string | null
  /** Starts uploading the archive of the new mod. */
  sendArchive: (modId: number, file: File) => void
}

/** A new mod starts from its archive, which fills in most of the form, or from a title. */
export const CreateMod = ({ fileProblem, sendArchive }: CreateModProps) => {
  const create = useCreateMod()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)

  const begin = async (mod: NewMod, file?: File) => {
    setProblem(null)
    const { id } = await create.mutateAsync(mod)
    if (file) sendArchive(id, file)
    await navigate(`/admin/products/edit/${id}`)
  }
  const beginWith = (file: File) => {
    const reason = fileProblem(file)
    if (reason) return setProblem(reason)
    begin({ title: titleFromFileName(file.name) }, file).catch((error: unknown) => setProblem(failureText(error)))
  }

  return (
    <PageFrame
      title="Create a mod"
      description="It stays a draft, hidden from players, until you publish it."
      back={{ label: 'All mods', to: '/admin/products/all-mods' }}
    >
      <div className="grid max-w-5xl items-start gap-5 lg:grid-cols-2">
        <FormSection
          title="Start with the archive"
          description="The store reads it while you keep working, and suggests a title, configurations and pictures."
        >
          <FileDrop
            label="Drop the mod’s zip file here, or choose a file"
            hint="Up to 8 GiB."
            accept=".zip"
            icon={<FileArchive />}
            isDisabled={create.isPending}
            error={problem}
            onFiles={([file]) => file && beginWith(file)}
          />
        </FormSection>
        <FormSection title="Start with a title" description="The archive can come later.">
          <TitleForm isBusy={create.isPending} send={begin} />
        </FormSection>
      </div>
    </PageFrame>
  )
}

interface TitleFormProps {
  isBusy: boolean
  send: (mod: NewMod) => Promise<void>
}

const TitleForm = ({ isBusy, send }: TitleFormProps) => {
  const { data: categories = [] } = useAdminCategories()
  const categoryIn = (chosen: string) => (chosen === '' ? categories[0]?.id : Number(chosen))
  const { form, text, values, problems, change } = useForm({
    initial: { title: '', chosen: '' },
    schema: newModRules,
    body: ({ title, chosen }) => ({ title: title.trim(), categoryId: categoryIn(chosen) }),
    check: ({ title }) => (title.trim() === '' ? { title: 'Enter a title.' } : {}),
    onlyField: 'title',
    send,
  })

  return (
    <form {...form} className="flex flex-col gap-5">
      <Field label="Title" error={problems.title} hint="You can change it at any time.">
        <Input autoComplete="off" {...text('title')} />
      </Field>
      <Field label="Category">
        <NativeSelect
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(categoryIn(values.chosen) ?? '')}
          onValueChange={(chosen) => change({ chosen })}
        />
      </Field>
      <Button type="submit" variant="primary" className="w-fit" isLoading={isBusy}>
        Create draft
      </Button>
    </form>
  )
}

import { FileArchive } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { useAdminCategories, useCreateMod } from './edit/edit.queries.ts'
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
  const [problem, setProblem] = useState<{ of: 'archive' | 'title'; text: string } | null>(null)

  const begin = async (of: 'archive' | 'title', title: string, categoryId?: number, file?: File) => {
    if (create.isPending) return
    setProblem(null)
    try {
      const { id } = await create.mutateAsync({ title, ...(categoryId !== undefined && { categoryId }) })
      if (file) sendArchive(id, file)
      await navigate(`/admin/products/edit/${id}`)
    } catch (error) {
      setProblem({ of, text: failureText(error) })
    }
  }
  const beginWith = (file: File) => {
    const reason = fileProblem(file)
    if (reason) return setProblem({ of: 'archive', text: reason })
    void begin('archive', titleFromFileName(file.name), undefined, file)
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
            label="Drop the mod’s zip here, or choose it"
            hint="Up to 8 GiB."
            accept=".zip"
            icon={<FileArchive />}
            isDisabled={create.isPending}
            error={problem?.of === 'archive' ? problem.text : null}
            onFiles={([file]) => file && beginWith(file)}
          />
        </FormSection>
        <FormSection title="Start with a title" description="The archive can come later.">
          <TitleForm
            isBusy={create.isPending}
            problem={problem?.of === 'title' ? problem.text : null}
            onSubmit={(title, categoryId) => void begin('title', title, categoryId)}
            onComplaint={(text) => setProblem({ of: 'title', text })}
          />
        </FormSection>
      </div>
    </PageFrame>
  )
}

interface TitleFormProps {
  isBusy: boolean
  problem: string | null
  onSubmit: (title: string, categoryId: number | undefined) => void
  onComplaint: (text: string) => void
}

const TitleForm = ({ isBusy, problem, onSubmit, onComplaint }: TitleFormProps) => {
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: categories = [] } = useAdminCategories()
  const categoryId = chosen ?? (categories[0] ? String(categories[0].id) : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = title.trim()
    if (typed === '') return onComplaint('Enter a title.')
    onSubmit(typed, categoryId === undefined ? undefined : Number(categoryId))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Title" error={problem} hint="You can change it at any time.">
        <Input
          autoComplete="off"
          maxLength={MOD_LIMITS.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field label="Category">
        <NativeSelect
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={categoryId ?? ''}
          onValueChange={setChosen}
        />
      </Field>
      <Button type="submit" variant="primary" className="w-fit" isLoading={isBusy}>
        Create draft
      </Button>
    </form>
  )
}
